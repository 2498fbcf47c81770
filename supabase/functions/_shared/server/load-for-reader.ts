/**
 * Loading for readers: a state without deleted text, folded at the head. Folding is expensive, so one caller folds a document
 * at a time, and the others receive the same (docs/decisions/0043).
 */
import { z } from 'zod';
import { decodeFrame, encodeFrame, type Frame } from '../contract/frame.ts';
import { decodeHex } from '../contract/hex.ts';
import { loadHeader, type loadRequest, type LoadHeader } from '../contract/requests.ts';
import { actor, type Caller } from './caller.ts';
import { hex, type Database } from './database.ts';
import { foldLog, storeFold, takeRows } from './fold.ts';
import { STEP_BYTES } from './fold-in-turn.ts';
import { foldForReader, takeDifference } from './reader-state.ts';
import { Refusal } from './refusal.ts';
import { runLater } from './run-later.ts';

/** A reader waits this long for the fold of another. */
const WAIT_MS = 2000;
const BETWEEN_MS = { least: 100, most: 300 };

interface Reading {
  readonly database: Database;
  readonly caller: Caller;
  readonly header: z.infer<typeof loadRequest>;
}

const readerHeader = z.object({
  ...loadHeader.shape,
  state: z.enum(['complete', 'kept', 'turn', 'busy']),
});

interface Loaded {
  readonly header: z.infer<typeof readerHeader>;
  readonly parts: readonly Uint8Array[];
}

/** Reads the reply of the database to a reader; 'rows' for the owner and editors, who receive it as it is. */
export function readLoaded(frame: Frame | null): Loaded | 'rows' {
  if (frame === null) throw new Error('the database did not return a frame');
  const header = z.union([readerHeader, loadHeader]).parse(frame.header);
  return 'state' in header ? { header, parts: frame.parts } : 'rows';
}

/** The frame for a reader. */
export async function answerReader(reading: Reading, loaded: Loaded): Promise<Uint8Array> {
  const { header, parts } = loaded;
  if (header.state === 'complete') return encodeFrame(header, []);
  if (header.state === 'kept') return answer(reading, header, parts[0]!);
  if (header.state === 'busy') return answerReader(reading, await waitForFold(reading, header.head));
  const state = await makeFold(reading, loaded);
  runLater(`keeping the readers' fold of ${reading.header.documentId}`, keepFold(reading, header, state));
  return answer(reading, header, state);
}

/** Another caller folds. Its fold may begin before this request, so the next one may be needed. */
async function waitForFold({ database, caller, header }: Reading, wanted: number): Promise<Loaded> {
  const until = Date.now() + WAIT_MS;
  const args = { ...actor(caller), p_document: header.documentId, p_after: header.after, p_wanted: wanted };
  while (Date.now() < until) {
    const pause = BETWEEN_MS.least + Math.random() * (BETWEEN_MS.most - BETWEEN_MS.least);
    await new Promise((resolve) => setTimeout(resolve, pause));
    const loaded = readLoaded(decodeFrame(await database.callBytes('load_for_reader', args)));
    if (loaded !== 'rows' && loaded.header.state !== 'busy') return loaded;
  }
  throw new Refusal('rate_limited', 'another reader’s fold takes long', BETWEEN_MS.most);
}

/** A log that is long overdue is folded in steps, as the editors' is, so that no step is done twice. */
async function makeFold({ database, caller, header: { documentId } }: Reading, { header, parts }: Loaded) {
  let base = header.snapshotSeq;
  let snapshot = base === null ? null : (parts[0] ?? null);
  let rows = parts.slice(snapshot === null ? 0 : 1);
  for (let step = takeRows(rows, STEP_BYTES); step.length < rows.length; step = takeRows(rows, STEP_BYTES)) {
    const before = base ?? 0;
    const { poison, ...folded } = foldLog(snapshot, step);
    const seq = before + step.length;
    const place = { seq, poison: poison.map((at) => before + 1 + at) };
    const of = { generation: header.generation, snapshotSeq: base };
    await storeFold(database, caller, documentId, { ...folded, ...place, header: of }, null);
    [base, snapshot, rows] = [seq, folded.state, rows.slice(step.length)];
  }
  return foldForReader(snapshot, rows);
}

async function keepFold({ database, header }: Reading, { generation, head }: LoadHeader, state: Uint8Array) {
  const args = { p_document: header.documentId, p_generation: generation, p_seq: head, p_bytes: hex(state) };
  await database.call('keep_reader_fold', args, z.null());
}

/** Without a state vector the whole state. */
function answer({ header: { after, stateVector } }: Reading, loaded: Loaded['header'], state: Uint8Array) {
  const { state: _, ...header } = loaded;
  const reply: LoadHeader = {
    ...header,
    snapshotSeq: header.head,
    rows: [],
    latest: after === null ? null : (header.latest ?? null),
  };
  const part = stateVector === undefined ? state : takeDifference(state, decodeHex(stateVector));
  return encodeFrame(reply, [part]);
}
