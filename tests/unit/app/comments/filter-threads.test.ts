import { expect, test } from 'vitest';
import {
  authorsOf,
  filterThreads,
  sortThreads,
  type ThreadFilter,
} from '../../../../src/app/comments/filter-threads.ts';
import { comment, ID, JANA, mention, PETR, say, thread } from './fake-comments.tsx';

const people = new Map([
  [JANA, 'Jana'],
  [PETR, 'Petr Čáp'],
]);
const open = thread('1', { comments: [comment('1', { body: say('Příliš žluťoučký kůň') })] });
const resolved = thread('2', { is_resolved: true, comments: [comment('2'), comment('3', { author: PETR })] });
const assigned = thread('4', { assignee: PETR });
const mentioning = thread('5', { comments: [comment('5', { body: mention(PETR, 'Petr') })] });
const done = thread('6', { assignee: PETR, is_resolved: true });
const all = [open, resolved, assigned, mentioning, done];

const ids = (filter: Partial<ThreadFilter>, me = PETR): string[] =>
  filterThreads(all, { show: 'open', person: null, query: '', ...filter }, { me, people }).map(({ id }) =>
    id.charAt(0),
  );

test('open and resolved threads', () => {
  expect(ids({})).toEqual(['1', '4', '5']);
  expect(ids({ show: 'resolved' })).toEqual(['2', '6']);
});

test('for me are open threads that are assigned to me or mention me', () => {
  expect(ids({ show: 'mine' })).toEqual(['4', '5']);
  expect(ids({ show: 'mine' }, JANA)).toEqual([]);
});

test('by person counts replies, too', () => {
  expect(ids({ show: 'resolved', person: PETR })).toEqual(['2']);
});

test('the search looks at quotes, texts and names, without accents', () => {
  expect(ids({ query: 'zlutoucky' })).toEqual(['1']);
  expect(ids({ query: 'quote 4' })).toEqual(['4']);
  expect(ids({ show: 'resolved', query: 'cap' })).toEqual(['2']);
  expect(ids({ query: 'nothing' })).toEqual([]);
});

test('threads stand in the order of the text, those without a place last by age', () => {
  const late = thread('7', { created_at: new Date('2026-11-22T10:00:00Z') });
  const tops = new Map([
    [ID('4'), { top: 10 }],
    [ID('5'), { top: 5 }],
  ]);
  expect(sortThreads([late, assigned, open, mentioning], tops).map(({ id }) => id.charAt(0))).toEqual([
    '5',
    '4',
    '1',
    '7',
  ]);
});

test('each author once, no former members', () => {
  expect(authorsOf([...all, thread('8', { comments: [comment('8', { author: null })] })])).toEqual([
    JANA,
    PETR,
  ]);
});
