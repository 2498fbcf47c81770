import { expect, test } from 'vitest';
import { ReplyWatch } from '../../../../src/app/comments/watch-replies.ts';
import { comment, JANA, PETR, thread } from './fake-comments.tsx';

const mine = thread('1');
const reply = comment('2', { author: PETR });
const replied = { ...mine, comments: [...mine.comments, reply] };
const foreign = thread('3', { created_by: PETR, comments: [comment('3', { author: PETR })] });

test('a reply to me is due once, five seconds later', () => {
  const watch = new ReplyWatch(JANA);
  watch.take([mine], 0);
  watch.take([replied], 1000);
  expect(watch.due(5900)).toBeNull();
  expect(watch.due(6000)).toEqual([{ author: PETR, text: 'text 2' }]);
  watch.take([replied], 7000);
  expect(watch.due(99_000)).toBeNull();
});

test('replies of five seconds are one piece of news', () => {
  const watch = new ReplyWatch(JANA);
  watch.take([mine], 0);
  watch.take([replied], 1000);
  watch.take([{ ...replied, comments: [...replied.comments, comment('4', { author: PETR })] }], 5000);
  expect(watch.due(6000)).toHaveLength(2);
});

test('no news: what was there, own replies, threads of others', () => {
  const watch = new ReplyWatch(JANA);
  watch.take([replied, foreign], 0);
  watch.take(
    [
      { ...replied, comments: [...replied.comments, comment('5')] },
      { ...foreign, comments: [...foreign.comments, comment('6', { author: PETR })] },
    ],
    1000,
  );
  expect(watch.due(99_000)).toBeNull();
});

test('a thread that is assigned to me is mine', () => {
  const watch = new ReplyWatch(JANA);
  watch.take([], 0);
  watch.take([{ ...foreign, assignee: JANA }], 0);
  expect(watch.due(5000)).toHaveLength(1);
});
