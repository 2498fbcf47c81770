import * as Y from 'yjs';

/**
 * An item in pieces that are erased as a whole or not at all. Erased content becomes its length, as in Yjs's own garbage
 * collection. The neighbors and the parent stay: beside a GC struct Yjs drops what others insert.
 */
export function eraseItem(item: Y.Item, isErased: (id: Y.ID) => boolean): Y.Item[] {
  const pieces: Y.Item[] = [];
  for (let rest: Y.Item | null = item; rest !== null;) {
    const piece: Y.Item = rest;
    const { client, clock } = piece.id;
    const isErasedAt = (at: number): boolean => isErased(Y.createID(client, clock + at));
    let length = 1;
    while (length < piece.length && isErasedAt(length) === isErasedAt(0)) length += 1;
    rest = length < piece.length ? cut(piece, length) : null;
    if (isErasedAt(0)) piece.content = new Y.ContentDeleted(length);
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
