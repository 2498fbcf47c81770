// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MemberDirectory } from '../../../../../src/app/editor/mention/member-directory.ts';
import { useMemberDirectory } from '../../../../../src/app/editor/mention/use-member-directory.ts';
import type { Language } from '#contract/languages.ts';
import { renderInApp } from '../../render-in-app.tsx';

const documentId = '33333333-3333-4333-8333-333333333333';
const members = ['Ivan', 'Chaloupka', 'Cyril', 'Hana'].map((name, index) => ({
  user_id: `${index + 1}2222222-2222-4222-8222-222222222222`,
  name,
  color: null,
  role: 'editor',
  email: null,
}));
const abortSignal = vi.fn<() => Promise<unknown>>(async () => ({ data: members, error: null, status: 200 }));
vi.mock('../../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({ rpc: () => ({ abortSignal }) }),
}));

vi.mock('../../../../../src/app/data/avatars.ts', () => ({
  avatarsQuery: () => ({
    queryKey: ['avatars'],
    queryFn: () => new Map([[members[3]?.user_id, 'http://pictures/hana']]),
  }),
}));

test.each<[Language, readonly string[]]>([
  ['cs', ['Cyril', 'Hana', 'Chaloupka', 'Ivan']],
  ['en-US', ['Chaloupka', 'Cyril', 'Hana', 'Ivan']],
])('members are sorted as in a dictionary: %s', async (language, names) => {
  let directory: MemberDirectory | null = null;
  function Page() {
    directory = useMemberDirectory(documentId);
    return null;
  }
  abortSignal.mockClear();
  renderInApp(<Page />, { language });
  const known = (): readonly string[] | undefined => directory?.members()?.map(({ name }) => name);
  expect(abortSignal).not.toHaveBeenCalled();
  directory!.want();
  await waitFor(() => expect(known()).toEqual(names));
});

test('a member with a picture is offered with it', async () => {
  let directory: MemberDirectory | null = null;
  function Page() {
    directory = useMemberDirectory(documentId);
    return null;
  }
  renderInApp(<Page />);
  directory!.want();
  const pictures = () =>
    directory?.members()?.flatMap(({ name, picture }) => (picture ? [[name, picture]] : []));
  await waitFor(() => expect(pictures()).toEqual([['Hana', 'http://pictures/hana']]));
});
