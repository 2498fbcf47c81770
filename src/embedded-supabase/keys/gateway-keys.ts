/**
 * API keys at the gateway, as in Supabase: checks that the request has one, and puts the key's JWT where a user's token
 * would be (supabase/cli, kong.yml).
 */
import type { ProjectKeys } from './project-keys.ts';

export type KeyCheck =
  /** `authorization` is the header for the service: the caller's own, or the key's JWT. `token` is the token in it. */
  | { readonly ok: true; readonly token: string | null; readonly authorization: string | null }
  | { readonly ok: false; readonly message: string; readonly hint: string };

export interface PresentedKeys {
  readonly authorization: string | null;
  /** The header `apikey`, else the parameter of that name. */
  readonly apikey: string | null;
}

const NO_KEY = {
  ok: false,
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
} as const;
const BAD_KEY = {
  ok: false,
  message: 'Invalid API key',
  hint: 'Double check your Supabase `anon` or `service_role` API key.',
} as const;

/** `isKeyOptional`: paths opened from an email, a page or a signed link. A wrong key is refused there too. */
export function checkKeys(presented: PresentedKeys, keys: ProjectKeys, isKeyOptional: boolean): KeyCheck {
  const { authorization, apikey } = presented;
  const keyToken = apikey === null ? null : tokenOfKey(apikey, keys);
  if (apikey === null && !isKeyOptional) return NO_KEY;
  if (apikey !== null && keyToken === null) return BAD_KEY;
  if (authorization === null || /^bearer\s+sb_/i.test(authorization)) {
    if (keyToken === null) return { ok: true, token: null, authorization: null };
    // A legacy key is forwarded unchanged, without a scheme, so it is no bearer token.
    if (keyToken === apikey) return { ok: true, token: null, authorization: keyToken };
    return { ok: true, token: keyToken, authorization: `Bearer ${keyToken}` };
  }
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
  return { ok: true, token: bearer ?? null, authorization };
}

/** The JWT for a key; null when the key does not belong to this project. */
export function tokenOfKey(apikey: string, keys: ProjectKeys): string | null {
  if (isSame(apikey, keys.publishableKey) || isSame(apikey, keys.anonKey)) return keys.anonKey;
  if (isSame(apikey, keys.secretKey) || isSame(apikey, keys.serviceRoleKey)) return keys.serviceRoleKey;
  return null;
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
