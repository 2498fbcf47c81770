/** Mentions that were just inserted on this page, as items of Yjs. */
import * as Y from 'yjs';

export interface InsertedMention {
  readonly userId: string;
  readonly item: Y.Item;
}

export type InsertedIn = (transaction: Y.Transaction) => readonly InsertedMention[];

/** Those of a local transaction. */
export const mentionsInsertedIn: InsertedIn = ({ doc, beforeState }) =>
  mentionsSince(doc, beforeState.get(doc.clientID) ?? 0);

/** Those that `run` inserts, even within a transaction. */
export function insertedBy(doc: Y.Doc, run: () => void): readonly InsertedMention[] {
  const from = Y.getState(doc.store, doc.clientID);
  run();
  return mentionsSince(doc, from);
}

/** Inserted here from a clock on, and not deleted. */
function mentionsSince({ store, clientID }: Y.Doc, from: number): readonly InsertedMention[] {
  const structs = store.clients.get(clientID) ?? [];
  const found: InsertedMention[] = [];
  for (const struct of structs.toReversed()) {
    if (struct.id.clock < from) break;
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
