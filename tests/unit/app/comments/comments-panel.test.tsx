// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CommentsContext, type CommentsPart } from '../../../../src/app/comments/comments-context.ts';
import { CommentsPanel } from '../../../../src/app/comments/comments-panel.tsx';
import type { NewComment, ShownThread } from '../../../../src/app/comments/types.ts';
import { renderInApp } from '../render-in-app.tsx';
import { comment, EXACT, ID, makePart, NOWHERE, PETR, thread } from './fake-comments.tsx';

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: () => ({ abortSignal: () => Promise.resolve({ data: [], error: null, status: 200 }) }),
  }),
}));
beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
});

const tops = () => new Map([[ID('2'), { top: 1 }]]);

function show(threads: readonly ShownThread[], more: Partial<CommentsPart> = {}) {
  const part = makePart(threads, more);
  renderInApp(
    <CommentsContext value={part}>
      <CommentsPanel tops={tops} onChosen={null} onClose={() => undefined} />
    </CommentsContext>,
  );
  return part;
}

const names = (list: string): (string | null)[] =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('article')
    .map((card) => card.getAttribute('aria-label'));

test('a region with the open threads in the order of the text', () => {
  show([thread('1'), thread('2'), thread('3', { is_resolved: true })]);
  expect(screen.getByRole('complementary', { name: 'Comments' })).toBeTruthy();
  expect(names('Comments')).toEqual([
    'Jana, to “quote 2”, no replies, open',
    'Jana, to “quote 1”, no replies, open',
  ]);
});

test('threads to deleted text are a group of their own, before the others', () => {
  show([thread('1'), thread('2')], {
    placeOf: ({ id }) => (id === ID('1') ? NOWHERE : EXACT),
  });
  expect(names('To deleted text')).toEqual(['Jana, to deleted text, no replies, open']);
  const lists = screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'));
  expect(lists).toEqual([null, 'Comments']);
});

test('filters, and a person', async () => {
  show([
    thread('1'),
    thread('2', { comments: [comment('2', { author: PETR })] }),
    thread('3', { is_resolved: true }),
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Resolved' }));
  expect(names('Comments')).toEqual(['Jana, to “quote 3”, no replies, resolved']);
  await userEvent.click(screen.getByRole('radio', { name: 'Open' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'By person' }), 'Petr');
  expect(names('Comments')).toEqual(['Petr, to “quote 2”, no replies, open, unread']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search comments' }), 'elsewhere');
  expect(screen.getByText('No comments match.')).toBeTruthy();
});

test.each([
  ['Open', 'No open comments.'],
  ['Resolved', 'No resolved comments.'],
  ['For me', 'No comments for you.'],
])('an empty list of those %s says: %s', async (name, text) => {
  show([thread('1', { is_resolved: name === 'Open' })]);
  await userEvent.click(screen.getByRole('radio', { name }));
  expect(screen.getByText(text)).toBeTruthy();
});

test('a reopened thread leaves the list with a message that takes it back', async () => {
  const { store } = show([thread('1', { is_resolved: true })]);
  await userEvent.click(screen.getByRole('radio', { name: 'Resolved' }));
  await userEvent.click(screen.getByRole('button', { name: /^Jana/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
  expect(await screen.findByText('Comment reopened.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(store.calls.filter(([name]) => name === 'setState')).toEqual([
    ['setState', ID('1'), 'open'],
    ['setState', ID('1'), 'resolved'],
  ]);
});

test('a chosen thread is active and shown in the text', async () => {
  const part = show([thread('1')]);
  await userEvent.click(screen.getByRole('button', { name: /^Jana/ }));
  expect(part.left).toEqual([`to ${ID('1')}`]);
  expect(screen.getByRole('button', { name: 'Resolve' })).toBeTruthy();
});

test('an empty panel explains how to begin, to viewers not', () => {
  show([]);
  expect(screen.getByText('Select text and choose Comment to start one.')).toBeTruthy();
});

test('a new comment is written in the panel; Cancel drops the draft', async () => {
  const part = show([]);
  const { seq: _seq, ...anchor } = thread('1').anchor;
  act(() => part.desk.begin(anchor));
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'First');
  expect(part.drafts.read('new')).toMatchObject({ anchor });
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
  const added = part.store.calls[0]?.[1] as NewComment;
  expect(added).toMatchObject({ anchor, assignee: null });
  expect(part.desk.read()).toMatchObject({ draft: null, active: added.thread });
  expect(part.drafts.read('new')).toBeNull();
});
