import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { countUnits, type Amount } from '#contract/authorship/count-units.ts';
import { readLog, type LogRow } from '../data/history-log.ts';
import { runInSlices } from '../data/run-in-slices.ts';
import { NOTHING, stateAtQuery, type Version } from '../data/versions.ts';

/** Of a longer log, only the last rows are read, and older versions have no amount. */
const MOST_ROWS = 10_000;

/**
 * How much each version changed since the one before, by id; empty until it is known. It is read from the log, because the
 * number of characters that were written and deleted also counts text that was only moved. For owners and editors.
 */
export function useAmounts(
  documentId: string,
  versions: readonly Version[],
  mayReadLog: boolean,
): ReadonlyMap<string, Amount> {
  const client = useQueryClient();
  const kept = useRef<Kept>({ documentId, rows: [] });
  const ends = [...new Set(versions.map(({ seq }) => seq))].toSorted((a, b) => a - b);
  const until = ends.at(-1) ?? 0;
  const from = startOf(until);

  const read = async (signal: AbortSignal): Promise<readonly LogRow[]> => {
    const before = kept.current.documentId === documentId ? kept.current.rows : [];
    const rows = (before[0]?.seq ?? 0) <= from + 1 ? before.filter(({ seq }) => seq > from) : [];
    for await (const page of readLog(documentId, rows.at(-1)?.seq ?? from, until, signal)) rows.push(...page);
    kept.current = { documentId, rows };
    return rows.filter(({ seq }) => seq <= until);
  };
  const { data } = useQuery({
    queryKey: ['amounts', documentId, ends],
    queryFn: async ({ signal }) => {
      const { updates: state } =
        from === 0 ? NOTHING : await client.fetchQuery(stateAtQuery(documentId, from));
      const rows = await read(signal);
      const known = ends.filter((end) => end >= from);
      const amounts = await runInSlices(countUnits({ rows, state, ends: known }), signal);
      // Of the first one, rows are missing.
      return new Map([...amounts].slice(from === 0 ? 0 : 1));
    },
    enabled: mayReadLog && until > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return data ? byVersion(versions, data) : NONE;
}

/** Rows that were read before, so that an open list reads only new ones. */
interface Kept {
  readonly documentId: string;
  readonly rows: readonly LogRow[];
}

const NONE: ReadonlyMap<string, Amount> = new Map();

/** In steps, so that it rarely moves. */
const startOf = (until: number): number =>
  until <= MOST_ROWS ? 0 : Math.floor((until - MOST_ROWS / 2) / (MOST_ROWS / 2)) * (MOST_ROWS / 2);

/** Of several versions of one state, only the first changed something. */
function byVersion(
  versions: readonly Version[],
  amounts: ReadonlyMap<number, Amount>,
): ReadonlyMap<string, Amount> {
  const found = new Map<string, Amount>();
  const left = new Map(amounts);
  for (const { id, seq } of versions.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const amount = left.get(seq);
    if (amount) found.set(id, amount);
    left.delete(seq);
  }
  return found;
}
