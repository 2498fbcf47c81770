// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listAvatars } from '../../../../src/app/data/list-avatars.ts';

const ANN = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10';
const BOB = '1b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10';
const rows = [
  { id: ANN, avatar: 'face.webp' },
  { id: BOB, avatar: 'gone.webp' },
];

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getConfig: () => ({ supabaseUrl: 'http://api.test', publishableKey: 'pk' }),
  tokenFetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  getSupabase: () => ({
    from: () => ({
      select: () => ({
        not: () => ({ abortSignal: async () => ({ data: rows, error: null, status: 200 }) }),
      }),
    }),
  }),
}));
vi.mock('../../../../src/app/data/session.ts', () => ({ getAccessToken: async () => 'token' }));

const load = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', load);
  load.mockImplementation(async (url) => {
    if (!String(url).includes('face')) return new Response('{"statusCode":"404"}', { status: 400 });
    // jsdom's Blob, not Node's.
    return Object.assign(new Response(), { blob: async () => new Blob(['face'], { type: 'image/webp' }) });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("avatars are loaded with the reader's token, once each; users without a loadable one have initials", async () => {
  const first = await listAvatars();
  expect([...first]).toEqual([[ANN, expect.stringMatching(/^data:image\/webp;base64,ZmFjZQ==$/)]]);
  expect(load).toHaveBeenCalledWith(
    `http://api.test/storage/v1/object/authenticated/avatars/${ANN}/face.webp`,
    expect.objectContaining({ headers: { apikey: 'pk', Authorization: 'Bearer token' } }),
  );
  load.mockClear();
  expect(await listAvatars()).toEqual(first);
  expect(load.mock.calls.map(([url]) => String(url).includes('face'))).toEqual([false]);
});
