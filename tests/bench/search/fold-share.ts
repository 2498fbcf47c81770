/** The processor time that indexing takes of a fold, and of a document that is read for it; both without the database. */
import { z } from 'zod';
import { decodeFrame, encodeFrame } from '#contract/frame.ts';
import { indexText } from '#contract/search/index-text.ts';
import type { Database } from '../../../supabase/functions/_shared/server/database.ts';
import { foldInTurn } from '../../../supabase/functions/_shared/server/fold-in-turn.ts';
import { foldLog } from '../../../supabase/functions/_shared/server/fold.ts';
import { indexDocument } from '../../../supabase/functions/_shared/server/index-for-search.ts';
import { makeDocument } from '../folding-documents.ts';
import { summarize } from '../summarize.ts';

export interface FoldShare {
  readonly bytes: number;
  readonly bodyBytes: number;
  /** With its index. */
  readonly foldMs: number;
  /** Of the index alone, encoded for the database. */
  readonly indexMs: number;
  /** Of `indexDocument`, which reads the document: on close, and by the sweep. */
  readonly apartMs: number;
}

/** Weights of a letter and a report: 500 and 3,000 words after many edits. */
const WEIGHTS = [300_000, 2_000_000];
/** A fold is due with this part of the snapshot as rows. */
const TAIL = 1 / 16;
const RUNS = 5;
const CALLER = { userId: crypto.randomUUID(), authSessionId: crypto.randomUUID() };

export async function measureFoldShares(): Promise<readonly FoldShare[]> {
  const shares: FoldShare[] = [];
  for (const weight of WEIGHTS) shares.push(await measure(weight));
  return shares;
}

async function measure(weight: number): Promise<FoldShare> {
  const { frame, bytes } = makeDocument('much edited', weight, weight * TAIL);
  const [snapshot, ...rows] = decodeFrame(frame)!.parts;
  const { doc, state } = foldLog(snapshot!, rows);
  const database = openFake(frame, encodeFrame({ seq: 1, hasSnapshot: true }, [state]));
  return {
    bytes,
    bodyBytes: Buffer.byteLength(indexText(doc).body),
    foldMs: await medianOf(() => foldInTurn(database, CALLER, crypto.randomUUID())),
    indexMs: await medianOf(() => Promise.resolve(JSON.stringify(indexText(doc)))),
    apartMs: await medianOf(() => indexDocument(database, crypto.randomUUID())),
  };
}

/** Returns one document, with its rows and folded, and discards writes, which are encoded as for a real one. */
function openFake(log: Uint8Array, folded: Uint8Array): Database {
  const answers: Readonly<Record<string, unknown>> = {
    begin_fold: true,
    save_snapshot: { seq: 1, versionId: null, advanced: true },
    save_title: null,
    save_search_index: null,
  };
  return {
    callBytes: (name) => Promise.resolve(new Uint8Array(name === 'text_to_index' ? folded : log)),
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
