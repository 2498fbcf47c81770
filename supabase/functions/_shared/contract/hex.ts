/** Bytes in JSON, as lower-case hexadecimal digits. */
const DIGITS = '0123456789abcdef';
/** Lookup tables: the character codes of the two digits of each byte, and the value of each digit by its code. */
const [HIGH, LOW, VALUE] = [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)];
for (let byte = 0; byte < 256; byte += 1) {
  HIGH[byte] = DIGITS.charCodeAt(byte >> 4);
  LOW[byte] = DIGITS.charCodeAt(byte & 15);
}
for (let value = 0; value < 16; value += 1) VALUE[DIGITS.charCodeAt(value)] = value;

const ascii = new TextDecoder();

export function encodeHex(bytes: Uint8Array): string {
  const codes = new Uint8Array(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 1) {
    codes[at * 2] = HIGH[bytes[at]!]!;
    codes[at * 2 + 1] = LOW[bytes[at]!]!;
  }
  return ascii.decode(codes);
}

/** Expects digits that a schema has checked; others decode to arbitrary bytes. */
export function decodeHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = (VALUE[text.charCodeAt(at * 2)]! << 4) | VALUE[text.charCodeAt(at * 2 + 1)]!;
  return bytes;
}
