import type { QueryClient } from '@tanstack/react-query';
import { deletedPassages } from '#contract/authorship/deleted-passages.ts';
import { listWriters, readLog, type LogRow, type Writer } from '../data/history-log.ts';
import { runInSlices } from '../data/run-in-slices.ts';
import { stateAtQuery } from '../data/versions.ts';

/** Text that was written and deleted. Null for people who are no longer known. */
export interface DeletedText {
  readonly lines: readonly string[];
  readonly writtenBy: readonly (string | null)[];
  readonly deletedBy: string | null;
  readonly at: Date;
}

/** From the log, newest first. Only the owner and editors may read it; rejects with an ApiError. */
export async function readDeleted(
  client: QueryClient,
  documentId: string,
  until: number,
  signal: AbortSignal,
): Promise<readonly DeletedText[]> {
  const rows: LogRow[] = [];
  for await (const page of readLog(documentId, 0, until, signal)) rows.push(...page);
  const first = rows[0]?.seq ?? 1;
  const before = first > 1 ? (await client.fetchQuery(stateAtQuery(documentId, first - 1))).updates : [];
  const passages = await runInSlices(deletedPassages(before, rows), signal);
  const clients = passages.flatMap(({ writtenBy, deletedBy }) => [...writtenBy, deletedBy ?? []].flat());
  const writers = await listWriters(documentId, [...new Set(clients)]);
  return passages.map(({ lines, writtenBy, deletedBy, atMs }) => ({
    lines,
    writtenBy: namesOf(writers, writtenBy),
    deletedBy: deletedBy === null ? null : nameOf(writers, deletedBy),
    at: new Date(atMs),
  }));
}

type Writers = ReadonlyMap<number, Writer>;

const nameOf = (writers: Writers, client: number): string | null => writers.get(client)?.name ?? null;

/** Each person once, who may have had several sessions. */
const namesOf = (writers: Writers, clients: readonly number[]): readonly (string | null)[] => [
  ...new Map(clients.map((client) => [writers.get(client)?.id ?? null, nameOf(writers, client)])).values(),
];
