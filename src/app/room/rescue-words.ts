/**
 * Somebody deletes a paragraph (or restores a version without it) while I am typing in it. Their change names what they
 * saw; my newest words lie inside what they deleted and go with it. Nobody decided that, so I put my own words back, as
 * a paragraph of their own beside the place where they stood.
 *
 * Only words of this client are put back, by this client alone: two rescuers would write everything twice.
 */
import * as Y from 'yjs';
import {
  isNamedBy,
  readDeletedWords,
  textOfRuns,
  type DeletedWords,
  type DeleteSet,
  type Run,
  type Segment,
} from './deleted-words.ts';

/** Watches a document; `takeIncoming` is told what is about to be applied. Ends with `close`. */
export interface WordRescue {
  takeIncoming(updates: readonly Uint8Array[]): void;
  close(): void;
}

/** Origin of the transaction that puts words back. */
export const RESCUE_ORIGIN = 'rescue-words';

/** `alsoTold`: what to tell of each change of others, while what it deleted can still be read. */
export function rescueWords(
  doc: Y.Doc,
  rootName: string,
  remoteOrigin: unknown,
  alsoTold?: (transaction: Y.Transaction, isNamed: (clock: number) => boolean) => void,
): WordRescue {
  let named: readonly DeleteSet[] = [];
  const onTransaction = (transaction: Y.Transaction): void => {
    if (transaction.origin !== remoteOrigin) return;
    const sets = named;
    named = [];
    const root = doc.getXmlFragment(rootName);
    const isNamed = (clock: number): boolean => isNamedBy(sets, doc.clientID, clock);
    alsoTold?.(transaction, isNamed);
    const lost = readDeletedWords(transaction, root, (clock) => !isNamed(clock)).filter(
      ({ runs }) => textOfRuns(runs).trim() !== '',
    );
    if (lost.length === 0) return;
    const places = lost.map((words) => ({ ...words, index: placeAfter(words) }));
    // An editor has to have drawn their change first, or it would look for its caret in a document that is gone.
    doc.once('afterAllTransactions', () => putBack(doc, root, places));
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

interface Place {
  readonly runs: readonly Run[];
  readonly index: number;
}

/** After the block if it still stands, else after the nearest one before it. */
function placeAfter({ block }: DeletedWords): number {
  let count = block.deleted ? 0 : 1;
  for (let item = block.left; item; item = item.left)
    if (!item.deleted && item.countable) count += item.length;
  return count;
}

/** One paragraph for each that was lost, with the formatting that the words had. */
function putBack(doc: Y.Doc, root: Y.XmlFragment, places: readonly Place[]): void {
  doc.transact(() => {
    // From the last to the first: what is put in does not move the places of those before it.
    for (const { runs, index } of places.toReversed()) {
      const text = new Y.XmlText();
      text.applyDelta(
        trimStart(runs.flat()).map(({ text: insert, marks: attributes }) => ({ insert, attributes })),
      );
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [text]);
      root.insert(index, [paragraph]);
    }
  }, RESCUE_ORIGIN);
}

/** The space at the end stays: its author is in the middle of a sentence. */
function trimStart(segments: readonly Segment[]): readonly Segment[] {
  const start = segments.findIndex(({ text }) => text.trim() !== '');
  return segments
    .slice(start)
    .map((segment, at) => (at === 0 ? { ...segment, text: segment.text.trimStart() } : segment));
}
