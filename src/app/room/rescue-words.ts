/**
 * Somebody deletes a paragraph (or restores a version without it) while I am typing in it. Their change names what they
 * saw; my newest words lie inside what they deleted and go with it. Nobody decided that, so I put my own words back, as
 * a paragraph of their own beside the place where they stood.
 *
 * Only words of this client are put back, by this client alone: two rescuers would write everything twice.
 */
import * as Y from 'yjs';

interface LostWords {
  readonly text: string;
  /** The top-level block they stood in. */
  readonly block: Y.Item;
}

/** Watches a document; `takeIncoming` is told what is about to be applied. Ends with `close`. */
export interface WordRescue {
  takeIncoming(updates: readonly Uint8Array[]): void;
  close(): void;
}

/** Origin of the transaction that puts words back. */
export const RESCUE_ORIGIN = 'rescue-words';

export function rescueWords(doc: Y.Doc, rootName: string, remoteOrigin: unknown): WordRescue {
  let named: readonly DeleteSet[] = [];
  const onTransaction = (transaction: Y.Transaction): void => {
    if (transaction.origin !== remoteOrigin) return;
    const lost = findLostWords(transaction, doc.getXmlFragment(rootName), named);
    named = [];
    if (lost.length > 0) putBack(doc, doc.getXmlFragment(rootName), lost);
  };
  // Before garbage collection, while deleted text can still be read.
  doc.on('afterTransaction', onTransaction);
  return {
    takeIncoming: (updates) => {
      named = updates.map((update) => Y.decodeUpdate(update).ds);
    },
    close: () => doc.off('afterTransaction', onTransaction),
  };
}

type DeleteSet = ReturnType<typeof Y.decodeUpdate>['ds'];

/**
 * Own text that this transaction deleted although no applied update names it. In document order, one entry per
 * top-level block.
 */
export function findLostWords(
  transaction: Y.Transaction,
  root: Y.XmlFragment,
  named: readonly DeleteSet[],
): readonly LostWords[] {
  const { doc } = transaction;
  const own = transaction.deleteSet.clients.get(doc.clientID) ?? [];
  const words = new Map<Y.Item, string>();
  for (const { clock, len } of own) {
    for (const item of itemsBetween(doc, clock, clock + len)) {
      const unnamed = readUnnamed(item, named);
      if (unnamed !== '') words.set(item, unnamed);
    }
  }
  return groupByBlock(root, words);
}

/** Old and new words of one run are one item, so the named part has to be cut out by clock: one tick per UTF-16 unit. */
function readUnnamed(item: Y.Item, named: readonly DeleteSet[]): string {
  if (!(item.content instanceof Y.ContentString)) return '';
  const { client, clock } = item.id;
  const ranges = named.flatMap((set) => set.clients.get(client) ?? []);
  return item.content.str
    .split('')
    .filter(
      (_, at) => !ranges.some((range) => range.clock <= clock + at && clock + at < range.clock + range.len),
    )
    .join('');
}

function itemsBetween(doc: Y.Doc, from: number, to: number): Y.Item[] {
  const structs = doc.store.clients.get(doc.clientID) ?? [];
  return structs.filter(
    (struct): struct is Y.Item => struct instanceof Y.Item && struct.id.clock >= from && struct.id.clock < to,
  );
}

/** Walks each touched text from its start, so that words come out in the order in which they were read. */
function groupByBlock(root: Y.XmlFragment, words: ReadonlyMap<Y.Item, string>): LostWords[] {
  const texts = new Map<Y.Item, Set<Y.AbstractType<unknown>>>();
  for (const item of words.keys()) {
    const block = topBlockOf(root, item);
    const parent = item.parent as Y.AbstractType<unknown>;
    if (block) texts.set(block, (texts.get(block) ?? new Set()).add(parent));
  }
  const lost: LostWords[] = [];
  for (let block = root._start; block; block = block.right) {
    const parents = texts.get(block);
    if (!parents) continue;
    const read = [...parents].map((parent) => readWords(parent, words)).join(' ');
    // The space at the end stays: its author is in the middle of a sentence.
    const text = read.trimStart();
    if (text !== '') lost.push({ text, block });
  }
  return lost;
}

function readWords(parent: Y.AbstractType<unknown>, words: ReadonlyMap<Y.Item, string>): string {
  let text = '';
  for (let item = parent._start; item; item = item.right) text += words.get(item) ?? '';
  return text;
}

/** The item of the root's child that holds the text. Null when the item is not in this root. */
function topBlockOf(root: Y.XmlFragment, start: Y.Item): Y.Item | null {
  let item = start;
  while (item.parent !== root) {
    const parent = item.parent;
    if (!(parent instanceof Y.AbstractType) || !parent._item) return null;
    item = parent._item;
  }
  return item;
}

/** One paragraph per lost block: after the block if it still stands, else after the nearest one before it. */
function putBack(doc: Y.Doc, root: Y.XmlFragment, lost: readonly LostWords[]): void {
  const places = lost.map(({ text, block }) => ({
    text,
    index: countLiveBefore(block) + (block.deleted ? 0 : 1),
  }));
  doc.transact(() => {
    // From the last to the first: what is put in does not move the places of those before it.
    for (const { text, index } of places.toReversed()) {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText(text)]);
      root.insert(index, [paragraph]);
    }
  }, RESCUE_ORIGIN);
}

function countLiveBefore(block: Y.Item): number {
  let count = 0;
  for (let item = block.left; item; item = item.left)
    if (!item.deleted && item.countable) count += item.length;
  return count;
}
