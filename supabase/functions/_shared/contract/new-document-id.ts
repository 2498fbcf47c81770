/** The id of the document that a person creates with a key. */
import { decodeHex, encodeHex } from './hex.ts';

/**
 * A UUID of version 8 (RFC 9562), derived as `private.new_document_id` does: so a page knows it before the server, and nobody
 * can request the id of another person's document.
 */
export async function newDocumentId(ownerId: string, key: string): Promise<string> {
  const bytes = new Uint8Array(decodeHex((ownerId + key).replaceAll('-', '')));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = encodeHex(hash);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
