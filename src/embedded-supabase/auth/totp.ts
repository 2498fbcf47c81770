/**
 * Time-based one-time passwords (RFC 6238) with the parameters of authenticator apps: SHA-1, six digits, thirty
 * seconds.
 */

const PERIOD_S = 30;
const DIGITS = 6;
/** Codes of the previous and next period also count, because clocks differ. */
const SKEW = 1;
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A base32 secret, which users can type into an app. */
export function makeTotpSecret(random: (length: number) => Uint8Array): string {
  let bits = '';
  for (const byte of random(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((group) => ALPHABET[parseInt(group, 2)]).join('');
}

function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  let bits = '';
  for (const letter of text) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (group) => parseInt(group, 2));
}

/** The code that an app shows at the given time. */
export async function totpAt(secret: string, atMs: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(atMs / 1_000 / PERIOD_S)));
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', decodeBase32(secret), algorithm, false, ['sign']);
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const number = (mac.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The period, counted from 1970, in which an app shows the code; null unless it is the current or an adjacent one. */
export async function totpStepOf(secret: string, code: string, nowMs: number): Promise<number | null> {
  const present = Math.floor(nowMs / 1_000 / PERIOD_S);
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, at) => present + at - SKEW);
  const codes = await Promise.all(steps.map(async (step) => await totpAt(secret, step * PERIOD_S * 1_000)));
  return steps[codes.lastIndexOf(code)] ?? null;
}

/** The content of the QR code, from which apps read issuer, account and secret. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${PERIOD_S}&secret=${secret}`;
  return `otpauth://totp/${label}?${query}`;
}
