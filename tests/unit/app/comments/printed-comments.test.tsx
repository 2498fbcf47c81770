// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CommentsContext } from '../../../../src/app/comments/comments-context.ts';
import { PrintedComments } from '../../../../src/app/comments/printed-comments.tsx';
import { renderInApp } from '../render-in-app.tsx';
import { comment, ID, makePart, NEAR, PETR, thread } from './fake-comments.tsx';

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: () => ({ abortSignal: () => Promise.resolve({ data: [], error: null, status: 200 }) }),
  }),
}));

test('endnotes have number, quote, people, times and texts, and are there only when asked for', () => {
  const first = thread('1', { comments: [comment('1'), comment('2', { author: PETR })] });
  const second = thread('3', { comments: [comment('3', { body: null }), comment('4')] });
  const part = makePart([first, second]);
  renderInApp(
    <CommentsContext value={part}>
      <PrintedComments />
    </CommentsContext>,
    { language: 'en-US' },
  );
  expect(screen.queryByRole('list')).toBeNull();
  act(() => part.desk.print([ID('3'), ID('1'), ID('9')]));
  const [one, two, ...others] = screen.getAllByRole<HTMLLIElement>('listitem');
  expect(others).toEqual([]);
  expect([one?.value, two?.value]).toEqual([1, 2]);
  expect(one?.textContent).toContain('quote 3');
  expect(one?.textContent).toContain('This comment was deleted.');
  for (const text of ['quote 1', 'Jana', 'text 1', 'Petr', 'text 2'])
    expect(within(two!).getByText(text)).toBeTruthy();
  expect(within(two!).getAllByText(/November 21, 2026/)).toHaveLength(2);
  expect(screen.queryByText('(deleted text)')).toBeNull();
  act(() => part.desk.print(null));
  expect(screen.queryByRole('list')).toBeNull();
});

test('a quote that the reader may not read is deleted text', () => {
  const shown = thread('1', { anchor: { ...thread('1').anchor, quote: '' } });
  const part = makePart([shown], { placeOf: () => NEAR });
  renderInApp(
    <CommentsContext value={part}>
      <PrintedComments />
    </CommentsContext>,
    { language: 'en-US' },
  );
  act(() => part.desk.print([ID('1')]));
  expect(screen.getByText('(deleted text)')).toBeTruthy();
});
