/** Text as bytes, and bytes as base64, without Node's `Buffer`. */
import { base64url } from 'jose';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** Bytes that are no UTF-8 become U+FFFD. */
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);

export const encodeBase64Url = (bytes: Uint8Array): string => base64url.encode(bytes);

/** Decodes both alphabets of base64; '' when the text is neither. */
export function decodeBase64(text: string): string {
  try {
    return decodeText(base64url.decode(text.replaceAll('+', '-').replaceAll('/', '_')));
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}
