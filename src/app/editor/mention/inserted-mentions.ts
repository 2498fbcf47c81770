/** Mentions that a transaction inserted, as items of Yjs. */
import * as Y from 'yjs';

export interface InsertedMention {
  readonly userId: string;
  readonly item: Y.Item;
}

/** `client`: who inserted them. */
export function mentionsInsertedIn(
  { doc, beforeState }: Pick<Y.Transaction, 'doc' | 'beforeState'>,
  client = doc.clientID,
): readonly InsertedMention[] {
  const from = beforeState.get(client) ?? 0;
  const structs = doc.store.clients.get(client) ?? [];
  const found: InsertedMention[] = [];
  for (let at = structs.length - 1; at >= 0; at -= 1) {
    const struct = structs[at];
    if (!struct || struct.id.clock < from) break;
    const userId = struct instanceof Y.Item && !struct.deleted ? mentionedBy(struct) : null;
    if (userId !== null) found.push({ userId, item: struct as Y.Item });
  }
  return found;
}

function mentionedBy({ content }: Y.Item): string | null {
  const type = content instanceof Y.ContentType ? content.type : null;
  if (!(type instanceof Y.XmlElement) || type.nodeName !== 'mention') return null;
  const id: unknown = type.getAttribute('id');
  return typeof id === 'string' ? id : null;
}

/** Those that `run` inserts. */
export function insertedBy(doc: Y.Doc, run: () => void): readonly InsertedMention[] {
  const found: InsertedMention[] = [];
  const take = (transaction: Y.Transaction): void => {
    if (transaction.local) found.push(...mentionsInsertedIn(transaction));
  };
  doc.on('afterTransaction', take);
  try {
    run();
  } finally {
    doc.off('afterTransaction', take);
  }
  return found.filter(({ item }) => !item.deleted);
}
