/** The runs of rows that the server announces: a second implementation of `private.name_rows`. */
import type { LogRow, RowRun } from '../ports/document-log.ts';

const MAX_ROWS = 400;
const MAX_RUNS = 64;

/** Null when there are no rows, or too many. */
export function nameRows(rows: readonly Pick<LogRow, 'sessionId' | 'counter'>[]): readonly RowRun[] | null {
  const runs: [string | null, number, number][] = [];
  for (const { sessionId, counter } of rows) {
    const last = runs.at(-1);
    if (last?.[0] === sessionId && last[2] + 1 === counter) last[2] = counter;
    else runs.push([sessionId, counter, counter]);
  }
  return rows.length === 0 || rows.length > MAX_ROWS || runs.length > MAX_RUNS ? null : runs;
}

/** Token bucket for announcements of the head: one a second, in bursts of five. */
export function createNamingBudget(): { take: (nowMs: number) => boolean; spend: (nowMs: number) => void } {
  let paidUntilMs = -Infinity;
  const spend = (nowMs: number): void => {
    paidUntilMs = Math.max(paidUntilMs, nowMs) + 1000;
  };
  return {
    take: (nowMs) => {
      const isFree = paidUntilMs <= nowMs + 4000;
      if (isFree) spend(nowMs);
      return isFree;
    },
    spend,
  };
}
