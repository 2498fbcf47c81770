// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { seedOf } from '#contract/seed.ts';
import { readBegun } from '../../../../src/app/data/begun-document.ts';
import { createDocumentLog } from '../../../../src/app/data/document-log.ts';
import { isTimeout } from '../../../../src/app/data/is-timeout.ts';
import type * as SignedIn from '../../../../src/app/data/signed-in-user.ts';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { keepAction, readActions } from '../../../../src/app/data/waiting-actions.ts';

const ANN = '00000000-0000-4000-8000-000000000001';
const DOCUMENT = '00000000-0000-4000-8000-00000000000b';

const asked: string[] = [];
let answer: () => Promise<object>;
const created = () => Promise.resolve({ data: { id: DOCUMENT }, error: null, status: 200 });

vi.mock('../../../../src/app/data/signed-in-user.ts', (): typeof SignedIn => ({
  signedInUserId: () => '00000000-0000-4000-8000-000000000001',
}));
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: (name: string, args: { p_key?: string }) => ({
      abortSignal: () => {
        asked.push(`${name} ${args.p_key ?? ''}`.trim());
        return answer();
      },
    }),
  }),
}));
vi.mock('../../../../src/app/data/call-function.ts', () => ({
  callFunctionForReply: (name: string) => {
    asked.push(name);
    return Promise.reject(new ApiError({ code: 'unavailable', status: 503 }));
  },
}));

const open = () =>
  createDocumentLog().openSession({ documentId: DOCUMENT, sessionId: 's', schema: SCHEMA_MAJOR } as never);

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  answer = created;
  vi.useRealTimers();
});

const begin = () => keepAction(ANN, { kind: 'create', id: DOCUMENT, key: 'key', language: 'cs' });

test('a document that was begun here is created before its session is opened, once, by its key', async () => {
  begin();
  keepAction(ANN, { kind: 'trash', id: DOCUMENT, isTrashed: true });
  await open();
  expect(asked).toEqual(['create_document key', 'open-session']);
  // The words go before the trash, where they would be refused.
  expect(readActions(ANN).map(({ kind }) => kind)).toEqual(['trash']);
  await open();
  expect(asked).toEqual(['create_document key', 'open-session', 'open-session']);
});

test('without a line nothing is opened, and the creation is repeated with the same key', async () => {
  begin();
  answer = () => Promise.resolve({ data: null, error: { message: 'TypeError: Failed to fetch' }, status: 0 });
  expect(await open()).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
  answer = created;
  await open();
  expect(asked).toEqual(['create_document key', 'create_document key', 'open-session']);
});

test('a server that creates slowly is not taken for one that cannot be reached', async () => {
  begin();
  vi.useFakeTimers();
  answer = () => new Promise(() => undefined);
  const opened = open();
  await vi.advanceTimersByTimeAsync(4000);
  expect(await opened).toMatchObject({ ok: false, failure: { kind: 'refused', code: 'rate_limited' } });
  expect(asked).toEqual(['create_document key']);
});

test('its text is the empty one of the server; another document has none', () => {
  expect(readBegun(DOCUMENT)).toBeNull();
  begin();
  expect(readBegun(DOCUMENT)).toMatchObject({ seq: 0, role: 'owner', state: seedOf('cs') });
});

test('a time limit is no missing line', () => {
  const error = (cause: unknown) => new ApiError({ code: 'unreachable', status: 0, cause });
  expect(isTimeout(error(new DOMException('signal timed out', 'TimeoutError')))).toBe(true);
  expect(isTimeout(error({ message: 'TimeoutError: signal timed out' }))).toBe(true);
  expect(isTimeout(error({ message: 'AbortError: signal is aborted' }))).toBe(true);
  expect(isTimeout(error(new TypeError('Failed to fetch')))).toBe(false);
  expect(isTimeout(error({ message: 'TypeError: Failed to fetch' }))).toBe(false);
  expect(isTimeout(new Error('else'))).toBe(false);
});
