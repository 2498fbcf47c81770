/**
 * The title in lists (docs/decisions/0046). A page states with an update that it changes the title. The list's title is
 * still read from the log: a title that a page sends beside its updates could be any text.
 */
import * as Y from 'yjs';
import { z } from 'zod';
import { applyUpdates } from '../contract/apply-updates.ts';
import { cutText } from '../contract/cut-text.ts';
import { TEXT_ROOT } from '../contract/document-schema.ts';
import { decodeFrame } from '../contract/frame.ts';
import { MAX_TITLE_CHARS } from '../contract/limits.ts';
import { readTitle } from '../contract/text/read-title.ts';
import { actor, type Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { Refusal } from './refusal.ts';

/** Each edit of the title reads the rows after the stored state. Beyond this number of rows, a new state is stored. */
const FEW_ROWS = 50;

/** `isSmall`: the first part is a state without the text. */
const headerSchema = z.object({ seq: z.int(), isSmall: z.boolean() });

/** At most this many bytes are read before an append. The title of a larger document without a state is read after it. */
const MOST_BEFORE_BYTES = 256 * 1024;

/** An append that changes the title. */
interface TitleChange {
  readonly database: Database;
  readonly caller: Caller;
  readonly documentId: string;
  readonly updates: readonly Uint8Array[];
}

export interface ForeseenTitle {
  readonly seq: number;
  readonly title: string;
  /** Null while the stored one is good enough. */
  readonly state: Uint8Array | null;
}

/**
 * The title after these updates. The append stores it at once, because the announcement of the rows can reach the page before
 * the reply. Null when the title takes long to read, or cannot be read.
 */
export async function foreseeTitle(change: TitleChange): Promise<ForeseenTitle | null> {
  try {
    return await loadTitle(change, MOST_BEFORE_BYTES);
  } catch (error) {
    // The append refuses for the same reason.
    if (!(error instanceof Refusal)) report(change.documentId, error);
    return null;
  }
}

/**
 * Saves the title after the append; reads it again if others appended in the meantime. Fails while the database is not
 * available, so that the page repeats the append.
 */
export async function settleTitle(
  change: TitleChange,
  foreseen: ForeseenTitle | null,
  head: number,
): Promise<void> {
  const { database, documentId, updates } = change;
  try {
    const isForeseen = foreseen !== null && head === foreseen.seq + updates.length;
    const read = isForeseen ? { ...foreseen, seq: head } : await loadTitle({ ...change, updates: [] }, null);
    if (read === null) throw new Error('load_title did not return a frame');
    const args = { p_seq: read.seq, p_title: read.title };
    await save(database, documentId, read.state === null ? args : { ...args, p_state: hex(read.state) });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') throw error;
    report(documentId, error);
  }
}

/** Null when there are more than `most` bytes to read. */
async function loadTitle(
  { database, caller, documentId, updates }: TitleChange,
  most: number | null,
): Promise<ForeseenTitle | null> {
  const args = { ...actor(caller), p_document: documentId, p_most: most };
  const frame = decodeFrame(await database.callBytes('load_title', args));
  if (frame === null) return null;
  const { seq, isSmall } = headerSchema.parse(frame.header);
  const doc = new Y.Doc();
  applyUpdates(doc, [...frame.parts, ...updates]);
  const title = titleOf(doc);
  const isFresh = most !== null && isSmall && frame.parts.length <= FEW_ROWS;
  return { seq, title, state: isFresh ? null : dropText(doc) };
}

/** Saves the title of a fold. A failure does not fail the request, which would store a second version when repeated. */
export const saveFoldedTitle = (
  database: Database,
  documentId: string,
  {
    seq,
    title,
    poison,
  }: { readonly seq: number; readonly title: string; readonly poison: readonly number[] },
): Promise<void> =>
  save(database, documentId, { p_seq: seq, p_title: title, p_forgets: poison.length > 0 }).catch(
    (error: unknown) => report(documentId, error),
  );

async function save(
  database: Database,
  documentId: string,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  await database.call('save_title', { p_document: documentId, ...args }, z.null());
}

/** The next fold reads the title again. */
const report = (documentId: string, error: unknown): void =>
  console.error(`reading the title of ${documentId} failed`, error);

export const titleOf = (doc: Y.Doc): string => cutText(readTitle(doc), MAX_TITLE_CHARS);

/**
 * The doc as an update without its text, to which later updates can be applied. Yjs replaces the content of deleted nodes
 * with its length, and drops what later updates add there.
 */
export function dropText(doc: Y.Doc): Uint8Array {
  const text = doc.getXmlFragment(TEXT_ROOT);
  text.delete(0, text.length);
  return Y.encodeStateAsUpdate(doc);
}
