/** Reads the log into the document: load, pull, recall (PROTOCOL.md, S7, S8, S10a). */
import type { LoadedLog, LogRow, Outcome } from '../ports/document-log.ts';
import { extendChain } from '../protocol/chain.ts';
import { noteFailure, noteSilence } from './reachability.ts';
import type { IncomingUpdate } from './events.ts';
import { acknowledge, learnFacts } from './learn-reply.ts';
import { askAbout, isSameLog, markBehind, wantPull } from './schedule-pull.ts';
import { joinAfterPull } from './joining.ts';
import { receiveLogged } from './peer-counters.ts';
import { forgetLogged, forgetUnlogged } from './relaying.ts';
import { takeSetBack } from './saving.ts';
import { backoffMs, change, isLate, isReader, type Turn } from './state.ts';
import { recallNamedRows } from './named-rows.ts';

/** The shortest delay before a pull is retried. */
const SHORTEST_RETRY_MS = 200;
/** Shorter than the usual backoff, because the user is looking at an empty page. */
const LONGEST_RETRY_UNLOADED_MS = 2000;

export function pull(turn: Turn): void {
  if (!turn.state.running || turn.state.ended !== null || turn.state.pulling.request) return;
  const { pulling } = turn.state;
  const request = askAbout(turn);
  change(turn, { pulling: { ...pulling, request, again: false, dueAtMs: null } });
  turn.effects.push({ kind: 'stop-timer', name: 'pull' });
  const after = pulling.loaded && pulling.applied > 0 ? pulling.applied : null;
  const difference = after !== null && isReader(turn.state);
  turn.effects.push({ kind: 'pull', request: request.id, after, difference });
}

export function takePulled(turn: Turn, id: number, outcome: Outcome<LoadedLog>): void {
  const { request } = turn.state.pulling;
  if (request?.id !== id) return;
  change(turn, { pulling: { ...turn.state.pulling, request: null } });
  joinAfterPull(turn);
  if (!outcome.ok) {
    noteFailure(turn, outcome.failure);
    return retryPull(turn, outcome.failure.kind === 'refused' ? (outcome.failure.retryAfterMs ?? 0) : 0);
  }
  if (!learnFacts(turn, outcome.value)) return;
  const before = turn.state.pulling.applied;
  const news = readNews(turn, outcome.value);
  if (!isSameLog(request, news, outcome.value)) return takeSetBack(turn, outcome.value.head);
  applyNews(turn, outcome.value, news);
  const { pulling } = turn.state;
  const complete = pulling.applied >= outcome.value.head;
  if (!complete && pulling.applied === before) return retryPull(turn, 0);
  change(turn, {
    pulling: { ...pulling, failures: 0, again: false, pulledAtMs: request.startedAtMs },
  });
  if (!complete || pulling.again) wantPull(turn, 0);
}

/** The part of a reply that is new to the document, and the position after it. */
interface News {
  readonly snapshot: LoadedLog['snapshot'];
  readonly rows: readonly LogRow[];
  /** By session, the counter up to which the snapshot has its updates. */
  readonly covered: readonly (readonly [string, number])[];
  readonly applied: number;
  readonly chain: string | null;
}

/** The rows that follow `applied` without a hole; rows after the first hole are ignored (S8). */
function readNews(turn: Turn, reply: LoadedLog): News {
  const { pulling } = turn.state;
  const snapshot = reply.snapshot && reply.snapshot.seq > pulling.applied ? reply.snapshot : null;
  let applied = snapshot?.seq ?? pulling.applied;
  // A document read from its start has no earlier chain to compare with.
  let chain = snapshot || applied === 0 ? null : pulling.chain;
  const rows: LogRow[] = [];
  for (const row of reply.rows) {
    if (row.seq <= applied) continue;
    if (row.seq !== applied + 1) break;
    rows.push(row);
    applied = row.seq;
    if (chain !== null) chain = extendChain(chain, row.bytes);
  }
  return { snapshot, rows, covered: snapshot ? readCovered(turn, reply) : [], applied, chain };
}

/** A server that does not name them sent the whole document to a reader, which then needs none of the kept updates. */
function readCovered(turn: Turn, { latest }: LoadedLog): News['covered'] {
  if (latest)
    return latest.flatMap(({ sessionId, counter }) => (sessionId ? [[sessionId, counter] as const] : []));
  if (!isReader(turn.state)) return [];
  return Object.entries(turn.state.relaying.unlogged).map(
    ([sessionId, updates]) => [sessionId, updates.at(-1)?.counter ?? 0] as const,
  );
}

/** Applies announced rows whose bytes are already here, as if they had been pulled (S10a). */
export function catchUp(turn: Turn): void {
  const { named, loaded } = turn.state.pulling;
  if (!named || !loaded) return;
  const rows = recallNamedRows(turn.state, named);
  if (rows)
    applyNews(turn, named, { snapshot: null, rows, covered: [], applied: named.head, chain: named.chain });
  if (turn.state.pulling.applied < named.head) return;
  change(turn, { pulling: { ...turn.state.pulling, named: null } });
}

/** The time for missing rows to arrive without a pull is over. */
export function takeCatchUp(turn: Turn): void {
  change(turn, { pulling: { ...turn.state.pulling, catchUpAtMs: null } });
  const { applied, head } = turn.state.pulling;
  if (applied < head) wantPull(turn, 0);
}

function applyNews(
  turn: Turn,
  reply: Pick<LoadedLog, 'head' | 'chain'>,
  { snapshot, rows, covered, applied, chain }: News,
): void {
  const { pulling, sessionId } = turn.state;
  const own = rows.filter((row) => row.sessionId === sessionId);
  const others = rows.filter((row) => row.sessionId !== sessionId);
  // A reread must be complete, local rows included.
  const wanted = pulling.applied === 0 ? rows : others;
  const { roster } = turn.state.people;
  const clientOf = (session: string | null): number | null =>
    (session === null ? undefined : roster[session]?.clientId) ?? null;
  const updates = wanted.map((row): IncomingUpdate => ({
    bytes: row.bytes,
    source: 'log',
    clientId: clientOf(row.sessionId),
  }));
  if (snapshot) updates.unshift({ bytes: snapshot.bytes, source: 'snapshot', clientId: null });
  // A difference lacks updates that were received live, and the gate judges later rows by all of the log (W9, R1d).
  updates.unshift(
    ...covered.flatMap(([session, upTo]) => recallLive(turn, session, upTo, clientOf(session))),
  );
  const logged = others.flatMap(({ sessionId: of, counter }) =>
    of === null ? [] : [[of, counter] as const],
  );
  const isComplete = applied >= reply.head;
  change(turn, {
    pulling: {
      ...pulling,
      applied,
      chain: applied === reply.head ? reply.chain : chain,
      head: Math.max(pulling.head, reply.head),
      loaded: pulling.loaded || isComplete,
    },
    peers: receiveLogged(turn.state.peers, [
      ...logged,
      ...covered.filter(([session]) => session !== sessionId),
    ]),
  });
  for (const [session, counter] of logged) forgetLogged(turn, session, counter);
  for (const [session, upTo] of covered) {
    if (session === sessionId) acknowledge(turn, upTo);
    else forgetUnlogged(turn, session, upTo);
  }
  acknowledgeRows(turn, new Set(own.map((row) => row.counter)));
  if (updates.length > 0) turn.effects.push({ kind: 'apply', updates });
  markBehind(turn);
}

const recallLive = (
  { state }: Turn,
  session: string,
  upTo: number,
  clientId: number | null,
): readonly IncomingUpdate[] =>
  (state.relaying.unlogged[session] ?? [])
    .filter(({ counter, shown }) => shown && clientId !== null && counter <= upTo)
    .map(({ bytes }) => ({ bytes, source: 'recalled', clientId }));

/** Peers that relayed for this session may have skipped a counter, which is still to be appended (S16e). */
function acknowledgeRows(turn: Turn, counters: ReadonlySet<number>): void {
  let { acked } = turn.state.outbox;
  while (counters.has(acked + 1)) acked += 1;
  acknowledge(turn, acked);
}

function retryPull(turn: Turn, atLeastMs: number): void {
  if (turn.state.ended !== null) return;
  const failures = turn.state.pulling.failures + 1;
  change(turn, { pulling: { ...turn.state.pulling, failures } });
  const longestMs = turn.state.pulling.loaded ? Infinity : LONGEST_RETRY_UNLOADED_MS;
  wantPull(turn, Math.max(atLeastMs, Math.min(longestMs, backoffMs(turn, failures)), SHORTEST_RETRY_MS));
}

/** Times out a pull. */
export function watchPull(turn: Turn): void {
  const { request } = turn.state.pulling;
  if (!request || !isLate(turn, request)) return;
  change(turn, { pulling: { ...turn.state.pulling, request: null } });
  noteSilence(turn);
  joinAfterPull(turn);
  retryPull(turn, 0);
}
