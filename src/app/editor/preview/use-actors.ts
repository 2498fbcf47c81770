import { useEffect, useState } from 'react';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { nameActors, type Actor, type IsSamePerson } from '#contract/authorship/name-actors.ts';
import { traceInSteps, type Trace } from '#contract/authorship/trace-log.ts';
import type { Part, TitledComparison } from '#contract/comparison/parts.ts';
import { ApiError } from '../../data/api-error.ts';
import { listWriters, readLog, type Writer } from '../../data/history-log.ts';
import type { SavedState } from '../../data/versions.ts';
import type { SavedDocument } from './read-saved.ts';
import { runInSlices } from '../../data/run-in-slices.ts';

/** Authors of the changed parts of a comparison. */
export interface Actors {
  readonly parts: ReadonlyMap<Part, readonly Actor[]>;
  readonly writers: ReadonlyMap<number, Writer>;
}

export interface Compared {
  readonly documentId: string;
  readonly before: SavedState;
  readonly after: SavedState;
  readonly comparison: TitledComparison;
  readonly documents: readonly [SavedDocument, SavedDocument];
  /** Owners and editors may read the log. Without the log, the users who deleted text are unknown. */
  readonly mayReadLog: boolean;
}

/** A longer log is not read. */
const MAX_ROWS = 30_000;

/** Null until they are known, or when the server could not be asked: the comparison is shown without names then. */
export function useActors(compared: Compared | null): Actors | null {
  const [actors, setActors] = useState<Actors | null>(null);
  useEffect(() => {
    if (!compared) return;
    const leaving = new AbortController();
    findActors(compared, leaving.signal).then(
      (found) => (leaving.signal.aborted ? undefined : setActors(found)),
      (error: unknown) => {
        if (!leaving.signal.aborted && !(error instanceof ApiError)) throw error;
      },
    );
    return () => leaving.abort();
  }, [compared]);
  return actors;
}

/** Rejects with an ApiError when the server could not be asked. */
export async function findActors(compared: Compared, signal: AbortSignal): Promise<Actors> {
  const { documentId, comparison, documents } = compared;
  const [before, after] = documents;
  const { trace, clients } = await traceChanges(compared, signal);
  for (const { client } of [...before.spans, ...after.spans]) clients.add(client);
  const writers = await listWriters(documentId, [...clients]);
  const join = joinSessions(writers);
  const isSamePerson: IsSamePerson = (one, other) => join(one) === join(other);
  const ofTitle =
    before.titleSpans && after.titleSpans
      ? nameActors({ parts: comparison.title }, before.titleSpans, after.titleSpans, trace, isSamePerson)
      : [];
  const parts = new Map([
    ...ofTitle,
    ...nameActors(comparison, before.spans, after.spans, trace, isSamePerson),
  ]);
  const joinActor = (actor: Actor): Actor => ({
    ...actor,
    client: actor.client === null ? null : join(actor.client),
    ...(actor.placers ? { placers: actor.placers.map(join) } : {}),
  });
  return { parts: new Map(Array.from(parts, ([part, actors]) => [part, actors.map(joinActor)])), writers };
}

/** Several editing sessions of a person count as the first of them. */
function joinSessions(writers: ReadonlyMap<number, Writer>): (client: number) => number {
  const firsts = new Map<string, number>();
  for (const [client, { id }] of writers) if (id !== null && !firsts.has(id)) firsts.set(id, client);
  return (client) => {
    const id = writers.get(client)?.id ?? null;
    return id === null ? client : (firsts.get(id) ?? client);
  };
}

/** With the clients that wrote between the two states. */
async function traceChanges(
  compared: Compared,
  signal: AbortSignal,
): Promise<{ readonly trace: Trace; readonly clients: Set<number> }> {
  const { documentId, before, after, mayReadLog } = compared;
  const read = async (from: number, until: number): Promise<LoggedUpdate[]> => {
    const rows: LoggedUpdate[] = [];
    for await (const page of readLog(documentId, from, until, signal)) rows.push(...page);
    return rows;
  };
  const mayRead = mayReadLog && after.seq - before.seq <= MAX_ROWS;
  const rows = mayRead ? await read(before.seq, after.seq) : [];
  const clients = new Set(rows.flatMap(({ client }) => client ?? []));
  const trace = await runInSlices(traceInSteps({ state: before.updates }, rows), signal);
  if (!trace.isShort || after.seq > MAX_ROWS) return { trace, clients };
  const earlier = await read(0, before.seq);
  return { trace: await runInSlices(traceInSteps({ state: [], rows: earlier }, rows), signal), clients };
}
