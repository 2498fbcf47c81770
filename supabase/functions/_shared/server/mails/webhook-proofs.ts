/** Whether a webhook comes from the provider that was set up. */
import { decodeBase64, encodeBase64 } from '../../contract/proof/base64.ts';

const TOLERANCE_MS = 5 * 60_000;

/** The scheme of Svix, which Resend and others use: https://docs.svix.com/receiving/verifying-payloads/how-manual */
export async function isSignedBySvix(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  secret: string,
  nowMs: number,
): Promise<boolean> {
  const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) =>
    headers.get(name),
  );
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) * 1000 - nowMs) > TOLERANCE_MS) return false;
  const key = await crypto.subtle.importKey(
    'raw',
    decodeBase64(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...body]);
  const own = encodeBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)));
  // While a secret is replaced there are several.
  const matches = await Promise.all(signatures.split(' ').map((one) => isSame(one, `v1,${own}`)));
  return matches.includes(true);
}

/** Basic authentication with `login`, a name and a password with a colon between. */
export async function isLogin(headers: Headers, login: string): Promise<boolean> {
  const given = /^basic (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return given !== undefined && (await isSame(given, encodeBase64(new TextEncoder().encode(login))));
}

/** Hashes are compared, so that timing reveals nothing. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [one, other].map((text) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  );
  return new Uint8Array(a!).toString() === new Uint8Array(b!).toString();
}
