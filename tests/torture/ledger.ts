/** Characters that all writers of a round typed and deleted, by their Yjs ids. */
import * as Y from 'yjs';

export interface Ledger {
  /** Records a transaction if the change is local. */
  note(transaction: Y.Transaction): void;
  /** Differences between a document and the characters that were typed and not deleted. */
  check(text: Y.XmlText): string[];
  readonly typed: () => number;
  readonly deleted: () => number;
}

const idOf = (client: number, clock: number): string => `${client}:${clock}`;

export function openLedger(): Ledger {
  const typed = new Map<string, string>();
  const deleted = new Set<string>();
  return {
    typed: () => typed.size,
    deleted: () => deleted.size,
    note: (transaction) => {
      if (!transaction.local) return;
      const { clientID, store } = transaction.doc;
      const from = transaction.beforeState.get(clientID) ?? 0;
      for (const item of store.clients.get(clientID) ?? []) {
        if (item.id.clock + item.length <= from || !(item instanceof Y.Item)) continue;
        for (const [id, letter] of lettersOf(item)) if (!typed.has(id)) typed.set(id, letter);
      }
      for (const [client, ranges] of transaction.deleteSet.clients)
        for (const { clock, len } of ranges)
          for (let at = clock; at < clock + len; at += 1) deleted.add(idOf(client, at));
    },
    check: (text) => {
      const shown = new Map(visibleLetters(text));
      const wrong: string[] = [];
      for (const [id, letter] of typed) {
        if (deleted.has(id)) {
          if (shown.has(id)) wrong.push(`brought back: ${letter} ${id}`);
        } else if (shown.get(id) !== letter) wrong.push(`lost: ${letter} ${id}`);
      }
      for (const [id, letter] of shown) if (!typed.has(id)) wrong.push(`nobody typed: ${letter} ${id}`);
      return wrong;
    },
  };
}

function* lettersOf(item: Y.Item): Iterable<[id: string, letter: string]> {
  if (!(item.content instanceof Y.ContentString)) return;
  const { str } = item.content;
  for (let at = 0; at < str.length; at += 1) yield [idOf(item.id.client, item.id.clock + at), str.charAt(at)];
}

function* visibleLetters(text: Y.XmlText): Iterable<[id: string, letter: string]> {
  for (let item = text._start; item !== null; item = item.right) if (!item.deleted) yield* lettersOf(item);
}
