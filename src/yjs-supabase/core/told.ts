/**
 * Rows that the server names without their bytes, in a word on `ctl` or in an answer for the head. Who heard them live, or
 * wrote them, has their bytes already, and the chain says whether they are the same (PROTOCOL.md, S10a).
 */
import type { LogRow, RowRun } from '../document-log.ts';
import { extendChain } from './chain.ts';
import type { CoreState, Told } from './state.ts';

/** Words that cannot be used yet are kept up to this many runs; what does not fit is pulled. */
const MAX_RUNS = 128;

/** A word of the server: `{head, chain, since, rows}`. Null for anything else, and for one that names no rows. */
export function readTold(payload: object): Told | null {
  const { head, chain, since, rows } = payload as Record<string, unknown>;
  if (!isCount(head) || typeof chain !== 'string' || !isCount(since) || !Array.isArray(rows)) return null;
  return rows.every(isRun) ? { since, head, chain, runs: rows } : null;
}

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

function isRun(value: unknown): value is RowRun {
  if (!Array.isArray(value)) return false;
  const [sessionId, from, to] = value as unknown[];
  return (typeof sessionId === 'string' || sessionId === null) && isCount(from) && isCount(to);
}

/** The newer word, with what an earlier one named if it goes on from there. */
export function joinTold(before: Told | null, told: Told): Told {
  if (before?.head !== told.since || before.runs.length + told.runs.length > MAX_RUNS) return told;
  return { ...told, since: before.since, runs: [...before.runs, ...told.runs] };
}

/** The named rows after what is applied, if their bytes are here and give the chain; else null. */
export function recallTold(state: CoreState, told: Told): readonly LogRow[] | null {
  const { applied, chain } = state.pulling;
  if (chain === null || told.since > applied || told.head <= applied) return null;
  const rows: LogRow[] = [];
  let seq = told.since;
  for (const [sessionId, from, to] of told.runs) {
    // No more rows than there can be, whatever the numbers say.
    if (to - from >= told.head - seq) return null;
    for (let counter = from; counter <= to; counter += 1) {
      seq += 1;
      if (seq <= applied) continue;
      const bytes = bytesOf(state, sessionId, counter);
      if (!bytes) return null;
      rows.push({ seq, sessionId, counter, kind: 'edit', bytes });
    }
  }
  const end = rows.reduce((before, { bytes }) => extendChain(before, bytes), chain);
  return seq === told.head && end === told.chain ? rows : null;
}

function bytesOf(state: CoreState, sessionId: string | null, counter: number): Uint8Array | undefined {
  const isIt = (said: { readonly counter: number }): boolean => said.counter === counter;
  const { heard } = state.relaying;
  // Nobody's: the document as it was made.
  if (sessionId === null) return undefined;
  if (sessionId !== state.sessionId) return heard[sessionId]?.find(isIt)?.bytes;
  return (state.outbox.items.find(isIt) ?? state.outbox.settled.find(isIt))?.update;
}
