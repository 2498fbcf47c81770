/** The user's avatar, in a private bucket: `<user>/<file>`. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { timeLimit } from './ask-database.ts';
import { avatarsQuery } from './avatars.ts';
import { refuse, requestTo } from './private-files.ts';
import { newId } from './new-id.ts';
import { changeProfile, type Profile } from './profiles.ts';
import { getAccessToken } from './session.ts';
import { tokenFetch } from './supabase.ts';

const BUCKET = 'avatars';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Replaces the user's avatar; null removes it and shows initials. The previous file is deleted. */
export async function changeAvatar(
  client: QueryClient,
  profile: Profile,
  picture: Blob | null,
): Promise<void> {
  const avatar = picture === null ? null : await upload(profile.id, picture);
  await changeProfile(client, profile.id, { avatar });
  await client.invalidateQueries({ queryKey: avatarsQuery().queryKey });
  if (profile.avatar !== null) await removeFile(`${profile.id}/${profile.avatar}`);
}

async function upload(userId: string, picture: Blob): Promise<string> {
  const name = `${newId()}.${EXTENSIONS[picture.type] ?? 'png'}`;
  await ask('POST', `${userId}/${name}`, picture, { 'Content-Type': picture.type });
  return name;
}

/** A file that cannot be deleted is invisible and goes with the account, so this is not a failure. */
async function removeFile(path: string): Promise<void> {
  const body = new Blob([JSON.stringify({ prefixes: [path] })]);
  await ask('DELETE', '', body, { 'Content-Type': 'application/json' }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

async function ask(method: string, path: string, body: Blob, more: Record<string, string>): Promise<void> {
  const { url, headers } = requestTo(path === '' ? BUCKET : `${BUCKET}/${path}`, await getAccessToken());
  const request = { method, headers: { ...headers, ...more }, body, signal: timeLimit() };
  const response = await tokenFetch(url, request).catch((cause: unknown) => {
    throw new ApiError({ code: 'unreachable', status: 0, cause });
  });
  refuse({ status: response.status, text: await response.text() });
}
