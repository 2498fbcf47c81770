import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { listVersions } from '../../../../src/app/data/versions.ts';

let rows: readonly object[] = [];
vi.mock('../../../../src/app/data/supabase.ts', () => {
  const request = {
    from: () => request,
    select: () => request,
    eq: () => request,
    order: () => request,
    limit: () => request,
    abortSignal: async () => ({ data: rows, error: null, status: 200 }),
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
  author: null,
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
