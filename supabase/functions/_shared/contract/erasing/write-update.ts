/** Writes structs as a Yjs update (encoding V1), because Yjs exports no writer of structs. Layout: `lint-update.ts`. */
import * as Y from 'yjs';

export type Struct = Y.Item | Y.GC | Y.Skip;
type Deletions = Y.Transaction['deleteSet'];

export function writeUpdate(structs: readonly Struct[], deletions?: Deletions): Uint8Array<ArrayBuffer> {
  const clients = byClient(structs);
  const parts: Uint8Array[] = [varints([clients.size])];
  for (const [client, own] of clients) {
    const encoder = new Y.UpdateEncoderV1();
    for (const struct of own) struct.write(encoder, 0);
    parts.push(varints([own.length, client, own[0]!.id.clock]), encoder.toUint8Array());
  }
  const deleted = deletions?.clients ?? new Map<number, never[]>();
  parts.push(varints([deleted.size]));
  for (const [client, ranges] of deleted) {
    parts.push(varints([client, ranges.length, ...ranges.flatMap(({ clock, len }) => [clock, len])]));
  }
  return join(parts);
}

export function byClient<One extends Struct>(structs: readonly One[]): Map<number, One[]> {
  const clients = new Map<number, One[]>();
  for (const struct of structs) {
    const own = clients.get(struct.id.client) ?? [];
    clients.set(struct.id.client, own);
    own.push(struct);
  }
  return clients;
}

function varints(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let value of values) {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push(128 | (value % 128));
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
