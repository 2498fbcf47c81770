/**
 * Bytes that are equal for equal copies of a document. Here they tell which updates a copy has, not what it holds: the roots
 * of the document are the host's. Pages that are given the same function compare their copy with the stored snapshots.
 */
import * as Y from 'yjs';

export function fingerprint(doc: Y.Doc): Uint8Array {
  const clocks = [...Y.decodeStateVector(Y.encodeStateVector(doc))].toSorted(([a], [b]) => a - b);
  return new TextEncoder().encode(JSON.stringify(clocks));
}
