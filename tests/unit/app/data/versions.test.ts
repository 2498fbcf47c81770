import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { listAllVersions, listVersions } from '../../../../src/app/data/versions.ts';

let rows: readonly object[] = [];
let page: readonly [number, number] = [0, 0];
vi.mock('../../../../src/app/data/supabase.ts', () => {
  const request = {
    from: () => request,
    select: () => request,
    eq: () => request,
    order: () => request,
    range: (first: number, last: number) => {
      page = [first, last + 1];
      return request;
    },
    abortSignal: async () => ({ data: rows.slice(...page), error: null, status: 200 }),
  };
  return { getSupabase: () => request };
});

const row = {
  id: '11111111-1111-4111-8111-111111111111',
  seq: 4,
  kind: 'named',
  name: 'Draft',
  note: null,
  created_at: '2026-11-22T09:00:00Z',
  ended_at: null,
  typed: 0,
  deleted: 0,
  author: null,
  authors: [],
  restored_version_id: null,
  restore_session_id: null,
};

test('a version of an unknown kind is listed as automatic', async () => {
  rows = [{ ...row, kind: 'before_import' }, row];
  const versions = await listVersions('d');
  expect(versions.map(({ kind, name }) => [kind, name])).toEqual([
    ['automatic', 'Draft'],
    ['named', 'Draft'],
  ]);
});

test('a version without a kind is an unexpected reply', async () => {
  rows = [{ ...row, kind: undefined }];
  const error: unknown = await listVersions('d').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'unexpected_reply' });
});

const ANN = '22222222-2222-4222-8222-222222222222';
const BOB = '33333333-3333-4333-8333-333333333333';
const wrote = (typed: number, deleted: number, person: object | null) => ({
  typed,
  deleted,
  session: { person },
});

test('a stretch has its span, and each person once, who changed most first', async () => {
  const [ann, bob] = [
    { id: ANN, name: 'Ann' },
    { id: BOB, name: 'Bob' },
  ];
  const authors = [
    wrote(3, 0, ann),
    wrote(20, 5, bob),
    wrote(4, 1, ann),
    wrote(9, 0, null),
    wrote(1, 0, null),
  ];
  rows = [{ ...row, kind: 'automatic', ended_at: '2026-11-22T09:30:00Z', typed: 37, deleted: 6, authors }];
  expect(await listVersions('d')).toMatchObject([
    {
      startedAt: new Date('2026-11-22T09:00:00Z'),
      createdAt: new Date('2026-11-22T09:30:00Z'),
      authors: [
        { ...bob, typed: 20, deleted: 5 },
        { id: null, name: null, typed: 10, deleted: 0 },
        { ...ann, typed: 7, deleted: 1 },
      ],
    },
  ]);
});

test('a version saved at one moment has no span', async () => {
  rows = [row];
  expect(await listVersions('d')).toMatchObject([
    { startedAt: null, createdAt: new Date('2026-11-22T09:00:00Z') },
  ]);
});

test('all versions are listed page by page', async () => {
  rows = Array.from({ length: 1203 }, (_, seq) => ({ ...row, seq }));
  expect((await listAllVersions('d')).map(({ seq }) => seq)).toEqual(rows.map((_, seq) => seq));
});
