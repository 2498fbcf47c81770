/** Which part of a fold its index would take: processor time of both, without the database. */
import { z } from 'zod';
import { decodeFrame } from '#contract/frame.ts';
import { indexText } from '#contract/search/index-text.ts';
import type { Database } from '../../../supabase/functions/_shared/server/database.ts';
import { foldInTurn } from '../../../supabase/functions/_shared/server/fold-in-turn.ts';
import { foldLog } from '../../../supabase/functions/_shared/server/fold.ts';
import { makeDocument } from '../folding-documents.ts';
import { summarize } from '../summarize.ts';

export interface FoldShare {
  readonly bytes: number;
  readonly bodyBytes: number;
  readonly foldMs: number;
  readonly indexMs: number;
}

/** Weights of a letter, a report, a book: 500, 3,000 and 30,000 words after many edits. */
const WEIGHTS = [300_000, 2_000_000, 8_000_000];
/** A fold is due with this part of the snapshot as rows. */
const TAIL = 1 / 16;
const RUNS = 9;
const CALLER = { userId: crypto.randomUUID(), authSessionId: crypto.randomUUID() };

export async function measureFoldShares(): Promise<readonly FoldShare[]> {
  const shares: FoldShare[] = [];
  for (const weight of WEIGHTS) shares.push(await measure(weight));
  return shares;
}

async function measure(weight: number): Promise<FoldShare> {
  const { frame, bytes } = makeDocument('much edited', weight, weight * TAIL);
  const [snapshot, ...rows] = decodeFrame(frame)!.parts;
  const { doc } = foldLog(snapshot!, rows);
  const database = openFake(frame);
  return {
    bytes,
    bodyBytes: Buffer.byteLength(indexText(doc).body),
    foldMs: await medianOf(() => foldInTurn(database, CALLER, crypto.randomUUID())),
    indexMs: await medianOf(() => Promise.resolve(JSON.stringify(indexText(doc)))),
  };
}

/** Returns one document and discards writes, which are encoded as for a real one. */
function openFake(frame: Uint8Array): Database {
  const answers: Readonly<Record<string, unknown>> = {
    begin_fold: true,
    save_snapshot: { seq: 1, versionId: null, advanced: true },
    save_title: null,
  };
  return {
    callBytes: () => Promise.resolve(new Uint8Array(frame)),
    call: (name, args, reply) => {
      JSON.stringify(args);
      return Promise.resolve(z.parse(reply, answers[name]));
    },
  };
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  // The first run compiles.
  for (let run = 0; run <= RUNS; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (run > 0) times.push((user + system) / 1000);
  }
  return summarize(times).p50Ms;
}
