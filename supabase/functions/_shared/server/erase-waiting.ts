/**
 * Erases deleted text from the structs that wait for updates that the log lacks. Yjs itself erases deleted text only once it
 * is part of the document.
 */
import * as Y from 'yjs';

type Waiting = Y.Item | Y.GC | Y.Skip;

/** A part of the document that is deleted, whatever arrives later. */
type IsDeleted = (id: Y.ID) => boolean;

/** An update (encoding V1) of the pending structs; null without any. */
export function eraseWaiting({ store }: Y.Doc): Uint8Array | null {
  if (store.pendingStructs === null) return null;
  const structs = Y.decodeUpdateV2(store.pendingStructs.update).structs as Waiting[];
  const deletions = store.pendingDs === null ? Y.createDeleteSet() : Y.decodeUpdateV2(store.pendingDs).ds;
  const isDeleted: IsDeleted = (id) => Y.isDeleted(deletions, id);
  const lost = findLost(store, structs, isDeleted);
  return encode(
    structs.flatMap((struct): readonly Waiting[] =>
      struct instanceof Y.Item ? eraseItem(struct, lost.has(struct) ? () => true : isDeleted) : [struct],
    ),
  );
}

/** An item in pieces that are deleted as a whole or not at all. */
function eraseItem(item: Y.Item, isDeleted: IsDeleted): Y.Item[] {
  const pieces: Y.Item[] = [];
  for (let rest: Y.Item | null = item; rest !== null;) {
    const piece: Y.Item = rest;
    const { client, clock } = piece.id;
    const isDeletedAt = (at: number): boolean => isDeleted(Y.createID(client, clock + at));
    let length = 1;
    while (length < piece.length && isDeletedAt(length) === isDeletedAt(0)) length += 1;
    rest = length < piece.length ? cut(piece, length) : null;
    if (isDeletedAt(0)) piece.content = new Y.ContentDeleted(length);
    pieces.push(piece);
  }
  return pieces;
}

/** Shortens an item that is in no document; returns the rest of it. */
function cut(item: Y.Item, length: number): Y.Item {
  const { id, rightOrigin, parentSub, content } = item;
  const [before, at] = [
    Y.createID(id.client, id.clock + length - 1),
    Y.createID(id.client, id.clock + length),
  ];
  const rest = new Y.Item(at, null, before, null, rightOrigin, null, parentSub, content.splice(length));
  item.length = length;
  return rest;
}

/** The items in a part of the document that is deleted: nobody will ever see them. */
function findLost(store: Y.Doc['store'], structs: readonly Waiting[], isDeleted: IsDeleted): Set<Y.Item> {
  const items = structs.filter((struct) => struct instanceof Y.Item);
  const found = createFinder(items);
  const insideOf = new Map<Y.Item, Y.Item[]>();
  const lost = new Set<Y.Item>();
  for (const item of items) {
    const { parent } = item;
    if (parent instanceof Y.ID && (isDeleted(parent) || isDeletedIn(store, parent))) lost.add(item);
    if ([item.origin, item.rightOrigin].some((id) => id !== null && isInsideDeleted(store, id)))
      lost.add(item);
    for (const id of [item.origin, item.rightOrigin, parent]) {
      const other = id instanceof Y.ID ? found(id) : null;
      if (other !== null) insideOf.set(other, [...(insideOf.get(other) ?? []), item]);
    }
  }
  // A set that grows while it is walked.
  for (const item of lost) for (const other of insideOf.get(item) ?? []) lost.add(other);
  return lost;
}

const isIn = (store: Y.Doc['store'], { client, clock }: Y.ID): boolean => clock < Y.getState(store, client);

const isDeletedIn = (store: Y.Doc['store'], id: Y.ID): boolean =>
  isIn(store, id) && Y.getItem(store, id).deleted;

/** Whether the parent of a part of the document is deleted. Yjs erases its children without a trace. */
function isInsideDeleted(store: Y.Doc['store'], id: Y.ID): boolean {
  if (!isIn(store, id)) return false;
  const item: unknown = Y.getItem(store, id);
  if (!(item instanceof Y.Item)) return true;
  return item.parent instanceof Y.AbstractType && item.parent._item?.deleted === true;
}

/** Finds the item that has an id. */
function createFinder(items: readonly Y.Item[]): (id: Y.ID) => Y.Item | null {
  const clients = byClient(items);
  return ({ client, clock }) => {
    const own = clients.get(client) ?? [];
    let [low, high] = [0, own.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (own[middle]!.id.clock <= clock) low = middle + 1;
      else high = middle;
    }
    const item = own[low - 1];
    return item !== undefined && clock < item.id.clock + item.length ? item : null;
  };
}

function byClient<Struct extends Waiting>(structs: readonly Struct[]): Map<number, Struct[]> {
  const clients = new Map<number, Struct[]>();
  for (const struct of structs) {
    const own = clients.get(struct.id.client) ?? [];
    clients.set(struct.id.client, own);
    own.push(struct);
  }
  return clients;
}

/** Yjs exports no writer of structs. Layout: `UpdateEncoderV1`, as in `contract/lint-update.ts`. */
function encode(structs: readonly Waiting[]): Uint8Array {
  const clients = [...byClient(structs)];
  const blocks = clients.map(([client, own]) => {
    const encoder = new Y.UpdateEncoderV1();
    for (const struct of own) struct.write(encoder, 0);
    return [...varint(own.length), ...varint(client), ...varint(own[0]!.id.clock), ...encoder.toUint8Array()];
  });
  const noDeletions = 0;
  return Uint8Array.from([...varint(clients.length), ...blocks.flat(), noDeletions]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(128 | (value % 128));
  return [...bytes, value];
}
