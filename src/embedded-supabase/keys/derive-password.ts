/**
 * The password of a login role, derived from the one in the URL: nothing has to be stored, and two servers on one
 * database agree. Not reversible (HMAC-SHA256).
 */
import { encodeBase64Url } from '../text/bytes.ts';

export async function derivePassword(ownUrl: string, role: string): Promise<string> {
  const { username, password } = new URL(ownUrl);
  if (decodeURIComponent(username) === role) return decodeURIComponent(password);
  const secret = new TextEncoder().encode(`${username}:${password}`);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(role));
  return encodeBase64Url(new Uint8Array(mac)).slice(0, 32);
}
