/**
 * The title in lists (docs/decisions/0046). A page states with an update that it changes the title. The list's title is
 * read from the log all the same: what a page sends beside its updates could be any text.
 */
import * as Y from 'yjs';
import { z } from 'zod';
import { applyUpdates } from '../contract/apply-updates.ts';
import { cleanLine } from '../contract/clean-line.ts';
import { cutText } from '../contract/cut-text.ts';
import { TEXT_ROOT, TITLE_ROOT } from '../contract/document-schema.ts';
import { decodeFrame } from '../contract/frame.ts';
import { MAX_TITLE_CHARS } from '../contract/limits.ts';
import { hex, type Database } from './database.ts';
import { Refusal } from './refusal.ts';

/** So many rows after the stored state are read again with each edit of the title before a new state is stored. */
const FEW_ROWS = 50;

/** `isSmall`: the first part is a state without the text. */
const headerSchema = z.object({ seq: z.int(), isSmall: z.boolean() });

/**
 * Reads the title after an append that changed it. Fails while the database is not available, so that the page repeats the
 * append.
 */
export const refreshTitle = (database: Database, documentId: string): Promise<void> =>
  readTitle(database, documentId).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unavailable') throw error;
    report(documentId, error);
  });

async function readTitle(database: Database, documentId: string): Promise<void> {
  const frame = decodeFrame(await database.callBytes('load_title', { p_document: documentId }));
  if (frame === null) throw new Error('load_title did not return a frame');
  const { seq, isSmall } = headerSchema.parse(frame.header);
  const doc = new Y.Doc();
  applyUpdates(doc, frame.parts);
  const read = { p_seq: seq, p_title: titleOf(doc) };
  const isFresh = isSmall && frame.parts.length <= FEW_ROWS;
  await save(database, documentId, isFresh ? read : { ...read, p_state: hex(dropText(doc)) });
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

export const titleOf = (doc: Y.Doc): string =>
  cutText(cleanLine(doc.getText(TITLE_ROOT).toJSON()), MAX_TITLE_CHARS);

/**
 * The doc as an update without its text, to which later updates can be applied. Yjs replaces the content of deleted nodes
 * with its length, and drops what later updates add there.
 */
export function dropText(doc: Y.Doc): Uint8Array {
  const text = doc.getXmlFragment(TEXT_ROOT);
  text.delete(0, text.length);
  return Y.encodeStateAsUpdate(doc);
}
