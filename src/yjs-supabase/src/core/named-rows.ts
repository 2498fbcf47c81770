/**
 * Rows that the server names without their bytes, in a `head` message on `ctl` or in a head reply. A session that
 * received them live, or wrote them, already has the bytes; the chain proves that they are the same (PROTOCOL.md,
 * S10a).
 */
import type { LogRow, RowRun } from '../ports/document-log.ts';
import { extendChain } from '../protocol/chain.ts';
import type { CoreState, NamedRows } from './state.ts';

/** Announcements that cannot be applied yet are joined up to this many runs; rows beyond are pulled. */
const MAX_RUNS = 128;

/** Reads `{head, chain, since, rows}`. Null for anything else, and for a message that names no rows. */
export function readNamedRows(payload: object): NamedRows | null {
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

/** The newer announcement, joined with the earlier one if it continues it. */
export function joinNamedRows(before: NamedRows | null, named: NamedRows): NamedRows {
  if (before?.head !== named.since || before.runs.length + named.runs.length > MAX_RUNS) return named;
  return { ...named, since: before.since, runs: [...before.runs, ...named.runs] };
}

/** The announced rows after `applied`, if all their bytes are here and produce the chain; else null. */
export function recallNamedRows(state: CoreState, named: NamedRows): readonly LogRow[] | null {
  const { applied, chain } = state.pulling;
  if (chain === null || named.since > applied || named.head <= applied) return null;
  const rows: LogRow[] = [];
  let seq = named.since;
  for (const [sessionId, from, to] of named.runs) {
    // A malformed run must not cause a long loop.
    if (to - from >= named.head - seq) return null;
    for (let counter = from; counter <= to; counter += 1) {
      seq += 1;
      if (seq <= applied) continue;
      const bytes = bytesOf(state, sessionId, counter);
      if (!bytes) return null;
      rows.push({ seq, sessionId, counter, kind: 'edit', bytes });
    }
  }
  const end = rows.reduce((before, { bytes }) => extendChain(before, bytes), chain);
  return seq === named.head && end === named.chain ? rows : null;
}

/** Rows that no peer sends live: those of a restore. Their session is none, or is not present. */
export function namesUnsentRows({ sessionId, people, relaying }: CoreState, { runs }: NamedRows): boolean {
  const { present } = people;
  return runs.some(
    ([id]) =>
      id === null ||
      (id !== sessionId && present !== null && !present.includes(id) && !relaying.unlogged[id]),
  );
}

function bytesOf(state: CoreState, sessionId: string | null, counter: number): Uint8Array | undefined {
  const isIt = (update: { readonly counter: number }): boolean => update.counter === counter;
  const { unlogged } = state.relaying;
  // Rows without a session (the initial document) are never sent live.
  if (sessionId === null) return undefined;
  if (sessionId !== state.sessionId) return unlogged[sessionId]?.find(isIt)?.bytes;
  return (state.outbox.items.find(isIt) ?? state.outbox.settled.find(isIt))?.update;
}
