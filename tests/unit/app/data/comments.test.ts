import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import {
  commentApi,
  setViewersSeeComments,
  viewersSeeCommentsQuery,
} from '../../../../src/app/data/comments.ts';

let reply: { data: unknown; error: { message: string } | null; status: number };
const rpc = vi.fn();
vi.mock('../../../../src/app/data/supabase.ts', () => {
  const request = {
    rpc: (...args: unknown[]) => {
      rpc(...args);
      return request;
    },
    from: () => request,
    select: () => request,
    eq: () => request,
    single: async () => reply,
    abortSignal: () => Object.assign(Promise.resolve(reply), { single: async () => reply }),
  };
  return { getSupabase: () => request };
});

const id = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;
const body = {
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Why?' }] }],
};
const comment = {
  id: id(2),
  author: null,
  body: body as object,
  created_at: '2026-11-29T01:00:00Z',
  edited_at: null,
  file_author: null,
  reactions: [],
};
const thread = {
  id: id(1),
  version: 4,
  anchor: { kind: 'text', units: '11 0 5', seq: 3, quote: 'Hello', before: '', after: '', heading: '' },
  place: { state: 'exact', units: '11 0 5', seq: 3 },
  is_resolved: false,
  resolved_by: null,
  resolved_at: null,
  assignee: null,
  created_by: null,
  created_at: '2026-11-29T01:00:00Z',
  comments: [comment],
};

beforeEach(() => {
  rpc.mockClear();
  reply = { data: null, error: null, status: 204 };
});

test('threads are listed since a version', async () => {
  reply = { data: { version: 4, threads: [thread], removed: [], people: [] }, error: null, status: 200 };
  const { threads } = await commentApi.listThreads(id(0), 3);
  expect(rpc).toHaveBeenCalledWith('list_threads', { p_document: id(0), p_since: 3 });
  expect(threads[0]?.comments[0]?.body).toEqual(body);
});

test('a body that this build cannot show is listed as deleted, and the others are listed', async () => {
  const odd = { ...comment, body: { type: 'doc', content: [{ type: 'video' }] } };
  const comments = [odd, comment];
  reply = {
    data: { version: 4, threads: [{ ...thread, comments }], removed: [], people: [] },
    error: null,
    status: 200,
  };
  const { threads } = await commentApi.listThreads(id(0), 0);
  expect(threads[0]?.comments.map((each) => each.body)).toEqual([null, body]);
});

test('a refusal has its code', async () => {
  reply = { data: null, error: { message: 'document_full' }, status: 413 };
  const adding = commentApi.addComment(id(0), {
    thread: id(1),
    comment: id(2),
    anchor: null,
    body,
    assignee: null,
  });
  await expect(adding).rejects.toThrow(ApiError);
  await expect(adding).rejects.toMatchObject({ code: 'document_full' });
});

test('whether viewers see comments is read, and changed', async () => {
  const client = new QueryClient();
  reply = { data: { viewers_see_comments: true }, error: null, status: 200 };
  expect(await client.fetchQuery(viewersSeeCommentsQuery(id(0)))).toBe(true);
  await setViewersSeeComments(client, id(0), false);
  expect(rpc).toHaveBeenCalledWith('set_viewers_see_comments', { p_document: id(0), p_see: false });
  expect(client.getQueryData(viewersSeeCommentsQuery(id(0)).queryKey)).toBe(false);
});
