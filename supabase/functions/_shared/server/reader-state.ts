/**
 * The state of a document as its readers receive it (docs/decisions/0043). It has the visible text and the pending structs; of
 * deleted text only the length, without which Yjs could not merge.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../contract/apply-updates.ts';
import { MAX_SNAPSHOT_BYTES } from '../contract/limits.ts';
import { eraseWaiting } from './erase-waiting.ts';
import { openLog } from './fold.ts';
import { Refusal } from './refusal.ts';

/** The state of a log for readers. Rows that every client refuses are left out, as in the fold (PROTOCOL.md, W9b). */
export function foldForReader(snapshot: Uint8Array | null, rows: readonly Uint8Array[]): Uint8Array {
  const log = openLog(snapshot, rows);
  log.readTo(rows.length);
  return readerState(log.doc);
}

/** The same for the updates that make up a version. */
export function mergeForReader(updates: readonly Uint8Array[]): Uint8Array {
  const doc = new Y.Doc();
  applyUpdates(doc, updates);
  return readerState(doc);
}

/** The part of a reader's state that a document with this state vector lacks, and all deletions. */
export function takeDifference(state: Uint8Array, stateVector: Uint8Array): Uint8Array {
  try {
    return Y.diffUpdate(state, stateVector);
  } catch (error) {
    // Yjs throws plain errors of several kinds on bytes that are no state vector.
    if (error instanceof Error) throw new Refusal('bad_request', 'state vector');
    throw error;
  }
}

/** Changes the document. Its garbage collection, which Yjs runs at the end of each transaction, must be on. */
function readerState(doc: Y.Doc): Uint8Array {
  if (!doc.gc) throw new Error('a reader would receive deleted text');
  eraseUnseenMarks(doc);
  const waiting = eraseWaiting(doc);
  doc.store.pendingStructs = null;
  const seen = Y.encodeStateAsUpdate(doc);
  const state = waiting === null ? seen : Y.mergeUpdates([seen, waiting]);
  if (state.length > MAX_SNAPSHOT_BYTES) throw new Refusal('too_large');
  return state;
}

/** Deletes marks that format no text, such as the address of a link whose text was deleted: Yjs keeps some of them. */
export function eraseUnseenMarks(doc: Y.Doc, isMeant: (id: Y.ID) => boolean = () => true): void {
  const marked = new Set<Y.AbstractType<unknown>>();
  for (const structs of doc.store.clients.values())
    for (const struct of structs)
      if (struct instanceof Y.Item && isMark(struct)) marked.add(struct.parent as Y.AbstractType<unknown>);
  doc.transact((transaction) => {
    for (const text of marked)
      for (const mark of findUnseenMarks(text))
        if (hasValue(mark) && isMeant(mark.id)) mark.delete(transaction);
  });
}

type Mark = Y.Item & { readonly content: Y.ContentFormat };

const isMark = (item: Y.Item): item is Mark => !item.deleted && item.content instanceof Y.ContentFormat;

/** Marks that only begin or end something stay: text that is typed there later takes its format from them. */
function hasValue({ content: { value } }: Mark): boolean {
  return typeof value === 'string' || (typeof value === 'object' && Object.keys(value ?? {}).length > 0);
}

/** Of the marks between two pieces of text, only the last of each kind formats the text after them. */
function findUnseenMarks(text: Y.AbstractType<unknown>): readonly Mark[] {
  const unseen: Mark[] = [];
  const last = new Map<string, Mark>();
  for (let item = text._start; item !== null; item = item.right) {
    if (isMark(item)) {
      const before = last.get(item.content.key);
      if (before !== undefined) unseen.push(before);
      last.set(item.content.key, item);
    } else if (!item.deleted && item.countable) last.clear();
  }
  return [...unseen, ...last.values()];
}
