/**
 * Finds where the threads of a document stand in its last snapshot, and stores it. Traces the rows since the threads were placed
 * last; too many of them, or too slow ones, are left out: then only quotes can be found again.
 */
import { z } from 'zod';
import { readHeirs } from '../contract/authorship/heir-ranges.ts';
import { anchorSchema, placeSchema } from '../contract/comments/thread.ts';
import {
  placeInLog,
  seqToReadFrom,
  type PartOfLog,
  type PlaceToSave,
  type ThreadToPlace,
} from '../contract/comments/place-in-log.ts';
import { decodeFrame } from '../contract/frame.ts';
import type { Database } from './database.ts';

const threadToPlace = z.object({
  id: z.uuid(),
  generation: z.int(),
  attached: z.int(),
  isChecked: z.boolean(),
  anchor: anchorSchema,
  place: z.nullable(placeSchema),
});

/** `until`: the seq of the last snapshot. Without rows, `base` is that. */
const rowsHeader = z.object({
  generation: z.int(),
  base: z.int().nullable(),
  until: z.int(),
  rows: z.array(z.tuple([z.int(), z.int().nullable(), z.number(), z.boolean()])),
  heirs: z.array(z.tuple([z.int(), z.string()])),
});

/** Half of the processor time that a hosted function has after a fold. */
const MOST_MS = 1000;

export async function placeThreads(
  database: Database,
  documentId: string,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  const threads: readonly ThreadToPlace[] = await database.call(
    'threads_to_place',
    { p_document: documentId },
    z.array(threadToPlace),
  );
  if (threads.length === 0) return;
  const endMs = nowMs() + MOST_MS;
  const hasTime = (): boolean => nowMs() < endMs;
  let log = await readRows(database, documentId, seqToReadFrom(threads));
  let placed = placeInLog(threads, log, hasTime);
  // From the anchors on, and if that is not enough, from the first row.
  for (let round = 0; placed && placed.readFrom !== null && round < 2; round += 1) {
    const longer = await readRows(database, documentId, placed.readFrom);
    const again = isLonger(longer, log) ? placeInLog(threads, longer, hasTime) : null;
    if (!again) break;
    [log, placed] = [longer, again];
  }
  if (!placed) {
    log = await readRows(database, documentId, Number.MAX_SAFE_INTEGER);
    placed = placeInLog(threads, log);
  }
  if (placed) await save(database, documentId, log, placed.places);
}

const isLonger = (one: PartOfLog, other: PartOfLog): boolean =>
  one.generation === other.generation && one.until === other.until && (one.base ?? 0) < (other.base ?? 0);

async function readRows(database: Database, documentId: string, after: number): Promise<PartOfLog> {
  const args = { p_document: documentId, p_after: after };
  const frame = decodeFrame(await database.callBytes('thread_rows', args));
  if (frame === null) throw new Error('thread_rows did not return a frame');
  const { generation, base, until, rows, heirs } = rowsHeader.parse(frame.header);
  const declared = new Map(heirs);
  const states = base === null ? 0 : 1;
  return {
    generation,
    base,
    until,
    state: frame.parts.slice(0, states),
    rows: rows.map(([seq, client, atMs, isRestore], at) => {
      const row = { seq, client, atMs, isRestore, update: frame.parts[states + at]! };
      const text = declared.get(seq);
      return text === undefined ? row : { ...row, heirs: readHeirs(text) };
    }),
  };
}

async function save(
  database: Database,
  documentId: string,
  { generation, until }: PartOfLog,
  places: readonly PlaceToSave[],
): Promise<void> {
  const args = { p_document: documentId, p_generation: generation, p_seq: until, p_places: places };
  await database.call('save_thread_places', args, z.null());
}
