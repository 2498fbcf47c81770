import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { avatarsQuery } from '../../../../src/app/data/avatars.ts';
import { changeAvatar } from '../../../../src/app/data/change-avatar.ts';
import type * as Profiles from '../../../../src/app/data/profiles.ts';
import { PROFILE } from '../../../support/profile.ts';

const steps: string[] = [];
const changeProfile = vi.fn<typeof Profiles.changeProfile>();
vi.mock('../../../../src/app/data/profiles.ts', () => ({
  changeProfile: (...words: Parameters<typeof Profiles.changeProfile>) => changeProfile(...words),
}));
vi.mock('../../../../src/app/data/new-id.ts', () => ({ newId: () => 'new' }));
vi.mock('../../../../src/app/data/session.ts', () => ({ getAccessToken: () => Promise.resolve('token') }));
vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getConfig: () => ({ supabaseUrl: 'https://spolu.example', publishableKey: 'key' }),
  tokenFetch: (...request: Parameters<typeof fetch>) => fetch(...request),
}));

const me = { ...PROFILE, avatar: 'old.webp' };
const picture = new Blob(['drawn'], { type: 'image/webp' });
let status = 200;

beforeEach(() => {
  steps.length = 0;
  status = 200;
  changeProfile.mockReset().mockImplementation((_client, _userId, change) => {
    steps.push(`profile ${String(change.avatar)}`);
    return Promise.resolve({ ...me, avatar: change.avatar ?? null });
  });
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: Blob }) => {
    const path = new URL(url).pathname.replace('/storage/v1/object/avatars', '');
    steps.push(`${method} ${path}${method === 'DELETE' ? await body.text() : ''}`);
    return new Response(
      status === 200 ? '{}' : '{"statusCode":"413","error":"Payload too large","message":"x"}',
      { status },
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the new file is uploaded before the profile changes, and the old one is deleted last', async () => {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  await changeAvatar(client, me, picture);
  expect(steps).toEqual(['POST /ann/new.webp', 'profile new.webp', 'DELETE {"prefixes":["ann/old.webp"]}']);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: avatarsQuery().queryKey });
});

test('without a picture the profile has none, and the file is deleted', async () => {
  await changeAvatar(new QueryClient(), me, null);
  expect(steps).toEqual(['profile null', 'DELETE {"prefixes":["ann/old.webp"]}']);
});

test('a failed upload changes nothing', async () => {
  status = 413;
  await expect(changeAvatar(new QueryClient(), me, picture)).rejects.toBeInstanceOf(ApiError);
  expect(steps).toEqual(['POST /ann/new.webp']);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(changeAvatar(new QueryClient(), me, picture)).rejects.toMatchObject({ code: 'unreachable' });
  expect(changeProfile).not.toHaveBeenCalled();
});

test('a failure to delete the old file is ignored', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, request: RequestInit) =>
    request.method === 'DELETE' ? Promise.reject(new TypeError('Failed to fetch')) : fetch(url, request),
  );
  await changeAvatar(new QueryClient(), me, picture);
  expect(steps).toEqual(['POST /ann/new.webp', 'profile new.webp']);
});
