/** After an append with a large deletion, saves the text before it as a version in the history (docs/decisions/0010). */
import { z } from 'zod';
import { decodeFrame } from '../contract/frame.ts';
import type { Call } from './define-function.ts';
import { findDeletion, isLargeDeletion, wordsOf } from './deleted-text.ts';
import { openLog } from './fold.ts';
import { runLater } from './run-later.ts';

type Append = Pick<
  Call<{ readonly documentId: string; readonly sessionId: string }>,
  'database' | 'caller' | 'header'
>;

/** Updates appended or relayed under an editing session. */
type Appended = readonly { readonly counter: number; readonly bytes: Uint8Array }[];

const headerSchema = z.union([
  z.object({ before: z.null() }),
  z.object({ before: z.int(), generation: z.int(), snapshotSeq: z.int().nullable() }),
]);

/** Runs after the reply. A failure does not fail the append: the deleted text stays in the log. */
export function keepBeforeDeletionLater(append: Append, updates: Appended): void {
  const what = `saving ${append.header.documentId} as it was before a deletion`;
  runLater(what, keepBeforeDeletion(append, updates));
}

async function keepBeforeDeletion(
  { database, caller, header: { documentId, sessionId } }: Append,
  updates: Appended,
): Promise<void> {
  // Decoding a pasted book takes a while, so the reply is sent first.
  await new Promise((done) => setTimeout(done, 0));
  const from = findDeletion(updates.map(({ bytes }) => bytes));
  if (from < 0) return;
  const counters = updates.slice(from).map(({ counter }) => counter);
  const place = { p_document: documentId, p_session: sessionId };
  const args = { ...place, p_actor: caller.userId, p_counters: counters };
  const frame = decodeFrame(await database.callBytes('load_before_deletion', args));
  if (frame === null) throw new Error('load_before_deletion did not return a frame');
  const loaded = headerSchema.parse(frame.header);
  if (loaded.before === null) return;
  const { before, generation, snapshotSeq } = loaded;
  const snapshot = snapshotSeq === null ? null : frame.parts[0]!;
  const rows = frame.parts.slice(snapshot === null ? 0 : 1);
  const log = openLog(snapshot, rows);
  log.readTo(before - (snapshotSeq ?? 0));
  const words = wordsOf(log.doc);
  // Compare with the rows of the log, not the request: a relay may contain updates that its author never sent.
  log.readTo(rows.length);
  if (!isLargeDeletion(words, wordsOf(log.doc))) return;
  const version = { ...place, p_generation: generation, p_seq: before };
  await database.call('save_before_deletion', version, z.uuid().nullable());
}
