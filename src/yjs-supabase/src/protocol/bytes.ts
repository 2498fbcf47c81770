/** Bytes as hexadecimal digits and as JSON, and their comparison. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function encodeHex(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += HEX[byte];
  return digits;
}

/** Expects digits that have been checked. */
export const decodeHex = (digits: string): Uint8Array =>
  Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );

export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && standsAt(a, 0, b);

/** Whether `bytes` has `part` at an offset. */
export function standsAt(bytes: Uint8Array, from: number, part: Uint8Array): boolean {
  for (let at = 0; at < part.length; at += 1) if (bytes[from + at] !== part[at]) return false;
  return true;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The value of JSON in UTF-8; undefined when it is none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
