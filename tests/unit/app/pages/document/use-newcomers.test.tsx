// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { avatarsQuery } from '../../../../../src/app/data/avatars.ts';
import { membersQuery, type Member } from '../../../../../src/app/data/members.ts';
import { useNewcomers } from '../../../../../src/app/pages/document/use-newcomers.ts';
import type { Person } from '../../../../../src/app/room/people.ts';

const documentId = '33333333-3333-4333-8333-333333333333';
const person = (userId: string): Person => ({
  userId,
  name: userId,
  color: '#ce0d6e',
  isSelf: userId === 'ann',
  sessions: [`of ${userId}`],
  clients: [],
});
const member = (userId: string): Member => ({
  userId,
  name: userId,
  color: '#ce0d6e',
  role: 'editor',
  email: null,
});

/** Renders the hook with people; returns which queries were invalidated since the last call. */
function open(first: readonly string[], known?: { members: string[]; pictures: string[] }) {
  const client = new QueryClient();
  const keys = { members: membersQuery(documentId).queryKey, avatars: avatarsQuery().queryKey };
  if (known) {
    client.setQueryData(keys.members, known.members.map(member));
    client.setQueryData(keys.avatars, new Map(known.pictures.map((userId) => [userId, 'picture'])));
  }
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook(
    ({ ids }: { readonly ids: readonly string[] }) => useNewcomers(documentId, ids.map(person)),
    { wrapper, initialProps: { ids: first } },
  );
  const asked = (): unknown[] => {
    const names = invalidate.mock.calls.map(([filters]) => filters?.queryKey?.[0]);
    invalidate.mockClear();
    return names;
  };
  return { see: (...ids: string[]) => rerender({ ids }), asked };
}

test('a user missing in members or avatars causes one refetch of both', () => {
  const { see, asked } = open(['ann'], { members: ['ann'], pictures: ['ann'] });
  expect(asked()).toEqual([]);
  see('ann', 'cyril');
  expect(asked()).toEqual(['members', 'avatars']);
  see('ann', 'cyril');
  see('ann');
  see('ann', 'cyril');
  expect(asked()).toEqual([]);
  see('ann', 'cyril', 'dana', 'emil');
  expect(asked()).toEqual(['members', 'avatars']);
});

test('a known user causes no refetch; a member without an avatar may have got one', () => {
  const { see, asked } = open(['ann'], { members: ['ann', 'bob', 'cyril'], pictures: ['ann', 'bob'] });
  see('ann', 'bob');
  expect(asked()).toEqual([]);
  see('ann', 'bob', 'cyril');
  expect(asked()).toEqual(['avatars']);
});

test('data cached by an earlier document is compared with the first users too', () => {
  expect(open(['ann', 'bob'], { members: ['ann'], pictures: ['ann', 'bob'] }).asked()).toEqual(['members']);
});

test('data that is not loaded yet counts as complete', () => {
  const { see, asked } = open(['ann']);
  see('ann', 'bob');
  expect(asked()).toEqual([]);
});
