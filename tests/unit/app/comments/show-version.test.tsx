// @vitest-environment jsdom
/** *Show the version* of a thread that lost its text. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { CommentsContext, type CommentsPart } from '../../../../src/app/comments/comments-context.ts';
import { ThreadCard } from '../../../../src/app/comments/thread-card.tsx';
import type { SavedState } from '../../../../src/app/data/versions.ts';
import { renderInApp } from '../render-in-app.tsx';
import { ID, makePart, NEAR, thread } from './fake-comments.tsx';

const server = vi.hoisted(() => ({ versions: [] as { id: string; seq: number }[], read: [] as number[] }));

vi.mock(import('../../../../src/app/data/versions.ts'), async (load) => ({
  ...(await load()),
  versionsQuery: () => ({ queryKey: ['versions'], queryFn: () => server.versions }) as never,
  versionStateQuery: (_: string, { seq }: { seq: number }) => stateQuery(seq),
  stateAtQuery: (_: string, seq: number) => stateQuery(seq),
}));

vi.mock(import('../../../../src/app/data/members.ts'), async (load) => ({
  ...(await load()),
  membersQuery: () => ({ queryKey: ['members'], queryFn: () => [] }) as never,
}));
vi.mock(import('../../../../src/app/data/avatars.ts'), async (load) => ({
  ...(await load()),
  avatarsQuery: () => ({ queryKey: ['avatars'], queryFn: () => new Map() }) as never,
}));

const stateQuery = (seq: number) =>
  ({
    queryKey: ['state', seq],
    queryFn: (): SavedState => {
      server.read.push(seq);
      return { seq, updates: [] };
    },
  }) as never;

const lost = thread('1', { anchor: { ...thread('1').anchor, seq: 5 } });

beforeEach(() => {
  Object.assign(server, { versions: [], read: [] });
  localStorage.clear();
});

function show(having: readonly number[], shown = lost, more: Partial<CommentsPart> = {}) {
  const part = makePart([shown], {
    placeOf: () => NEAR,
    hadText: (_, { seq }) => having.includes(seq),
    ...more,
  });
  renderInApp(
    <CommentsContext value={part}>
      <ThreadCard thread={shown} isActive onActivate={() => undefined} />
    </CommentsContext>,
  );
  return part;
}

const button = () => screen.queryByRole('button', { name: 'Show the version' });

test.each([
  ['the version after it', [7], `v7 ${ID('1')}`, [7]],
  ['the version before it', [3], `v3 ${ID('1')}`, [7, 3]],
  ['the state in which it was chosen', [5], `@5 ${ID('1')}`, [7, 3, 5]],
])('an editor is shown %s, if that has the text', async (_name, having, address, read) => {
  server.versions = [7, 3, 9].map((seq) => ({ id: `v${seq}`, seq }));
  const part = show(having);
  await userEvent.click(button()!);
  await waitFor(() => expect(part.left).toEqual([address]));
  expect(server.read).toEqual(read);
});

test('a reader is shown only versions', async () => {
  server.versions = [{ id: 'v7', seq: 7 }];
  const part = show([5], lost, { isEditor: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Show the version' }));
  expect(await screen.findByText('No version you can see has this text.')).toBeTruthy();
  expect([part.left, server.read]).toEqual([[], [7]]);
});

test('a reader that may not read the quote, or has no version, is offered none', async () => {
  const unread = thread('1', { anchor: { ...lost.anchor, quote: '' } });
  show([7], lost, { isEditor: false });
  show([7], unread, { isEditor: false });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(button()).toBeNull();
});

test('a card tells whether the text was changed or deleted', () => {
  show([], lost, { isTextGone: () => true });
  expect(screen.getByText('The text was deleted')).toBeTruthy();
  expect(screen.queryByText('The text was changed')).toBeNull();
});
