/**
 * An in-memory server of one document with the rules of the database. `seq` is contiguous, each (session, counter) occurs
 * once, and a hole ends an append. Rights are checked for every request, and the head is announced on `ctl`.
 */
import { Doc, encodeStateAsUpdate, mergeUpdates } from 'yjs';
import type {
  Appended,
  AppendRequest,
  DocumentLog,
  KeyedEntry,
  LoadedLog,
  LoadRequest,
  LogFailure,
  LogRow,
  OpenedSession,
  Outcome,
  RelayRequest,
  RowName,
  SnapshotPlace,
} from '../ports/document-log.ts';
import { applyTogether } from '../doc/apply-together.ts';
import type { Clock } from '../ports/clock.ts';
import { isSameBytes } from '../protocol/bytes.ts';
import { EMPTY_CHAIN, extendChain } from '../protocol/chain.ts';
import { keyOfPair } from '../protocol/proof.ts';
import { sha256 } from '../protocol/sha256.ts';
import { openTagKey, tagUpdate, type TagKey } from '../protocol/tag.ts';
import { createNamingBudget, nameRows } from './name-rows.ts';

interface Session {
  readonly userId: string;
  readonly clientId: number;
  readonly publicKey: Uint8Array | null;
  acked: number;
}

/** An injected failure of one request. */
export type LogFault = 'lost-request' | 'lost-reply' | LogFailure;

export interface MemoryLogOptions {
  readonly clock: Clock;
  readonly latencyMs?: number;
  readonly schema?: number;
  /** Called for every request; null lets it through. */
  readonly fault?: (request: keyof DocumentLog) => LogFault | null;
  /** Adds a value of the host to a reply to `head`. */
  readonly host?: () => unknown;
  /** Computes the digest of a folded state. */
  readonly digest?: (state: Uint8Array) => string;
  readonly announce?: (event: 'head' | 'epoch', payload: unknown) => void;
}

export interface MemoryLog {
  /** The log as one user accesses it. */
  as(userId: string): DocumentLog;
  setRole(userId: string, role: string | null): void;
  /** Raises the epoch, as the removal of a member does. */
  raiseEpoch(): void;
  /** Appends a row of no known session, such as a restore. */
  write(kind: string, bytes: Uint8Array): void;
  /** Replaces all rows by their fold, as pruning does. */
  prune(): void;
  /** The whole log as one update. */
  fold(): Uint8Array;
  setGeneration(generation: number): void;
  /** Simulates a failover to a replica that lacks the last rows. */
  setBack(lostRows: number): void;
  readonly rows: readonly LogRow[];
  /** By seq, of the rows that have some. */
  readonly heirs: ReadonlyMap<number, string>;
  /** The ids of all opened editing sessions. */
  sessions(): readonly string[];
  readonly title: string | null;
  /** The number of received requests of a kind. */
  count(request: keyof DocumentLog): number;
}

/** As the server counts it (PROTOCOL.md, A10). */
const SILENT_AFTER_MS = 20_000;

const listSilent = (seenAtMs: ReadonlyMap<string, number>, nowMs: number): readonly string[] =>
  [...seenAtMs].flatMap(([sessionId, atMs]) => (nowMs - atMs >= SILENT_AFTER_MS ? [sessionId] : []));

const mayEdit = (role: string): boolean => role === 'owner' || role === 'editor';

export function createMemoryLog(options: MemoryLogOptions): MemoryLog {
  const rows: LogRow[] = [];
  const heirs = new Map<number, string>();
  const roles = new Map<string, string>();
  const sessions = new Map<string, Session>();
  const counts = new Map<keyof DocumentLog, number>();
  const seenAtMs = new Map<string, number>();
  const see = (sessionId: string): void => void seenAtMs.set(sessionId, options.clock.nowMs());
  let snapshot: { seq: number; bytes: Uint8Array } | null = null;
  let generation = 1;
  let epoch = 1;
  let title: string | null = null;
  let prunedChain = EMPTY_CHAIN;
  let toldSeq = 0;
  const budget = createNamingBudget();
  const schema = options.schema ?? 1;

  const head = () => rows.at(-1)?.seq ?? snapshot?.seq ?? 0;
  const chain = () => rows.reduce((before, { bytes }) => extendChain(before, bytes), prunedChain);
  let place: SnapshotPlace = { seq: 0, digest: '' };
  const facts = (role: string) => ({
    role,
    mayEdit: mayEdit(role),
    generation,
    epoch,
    head: head(),
    chain: chain(),
  });
  const refuse = (code: string): Outcome<never> => ({ ok: false, failure: { kind: 'refused', code } });

  /** Handles a request as a server does: after a delay, atomically; the reply is delayed too. */
  function serve<T>(kind: keyof DocumentLog, handle: () => Outcome<T>): Promise<Outcome<T>> {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const fault = options.fault?.(kind) ?? null;
    const latencyMs = (options.latencyMs ?? 10) / 2;
    return new Promise((resolve) => {
      const reply = (outcome: Outcome<T>) => options.clock.startTimer(latencyMs, () => resolve(outcome));
      options.clock.startTimer(latencyMs, () => {
        if (fault === 'lost-request') return reply({ ok: false, failure: { kind: 'unreachable' } });
        if (fault !== null && fault !== 'lost-reply') return reply({ ok: false, failure: fault });
        const outcome = handle();
        reply(fault === 'lost-reply' ? { ok: false, failure: { kind: 'unreachable' } } : outcome);
      });
    });
  }

  function announceHead(isUrgent: boolean): void {
    if (isUrgent) budget.spend(options.clock.nowMs());
    else if (!budget.take(options.clock.nowMs())) return;
    const named = nameRows(rows.filter(({ seq }) => seq > toldSeq));
    options.announce?.('head', { head: head(), chain: chain(), since: toldSeq, rows: named });
    toldSeq = head();
  }

  function append(role: string, request: AppendRequest): Outcome<Appended> {
    if (!mayEdit(role)) return refuse('forbidden');
    if (request.generation !== generation) return refuse('generation_mismatch');
    if (request.schema < schema) return refuse('upgrade_required');
    const session = sessions.get(request.sessionId);
    if (!session) return refuse('session_invalid');
    const before = head();
    for (const [at, bytes] of request.updates.entries()) {
      const counter = request.firstCounter + at;
      if (counter <= session.acked) {
        const logged = rows.find((row) => row.sessionId === request.sessionId && row.counter === counter);
        if (logged && !isSameBytes(logged.bytes, bytes)) return refuse('counter_reused');
        continue;
      }
      if (counter !== session.acked + 1) break;
      rows.push({ seq: head() + 1, sessionId: request.sessionId, counter, kind: 'edit', bytes });
      const declared = request.heirs?.[at] ?? '';
      if (declared !== '') heirs.set(head(), declared);
      session.acked = counter;
    }
    see(request.sessionId);
    if (head() > before) {
      title = request.title ?? title;
      announceHead(false);
    }
    return { ok: true, value: { head: head(), chain: chain(), acked: session.acked, epoch } };
  }

  /** Appends the updates that have the author's tag, in the order of the counters. */
  function relay(role: string, { updates, sessionId }: RelayRequest): Outcome<Appended> {
    const session = sessions.get(sessionId);
    if (!mayEdit(role)) return refuse('forbidden');
    if (!session) return refuse('session_invalid');
    for (const { counter, tag, bytes } of updates) {
      if (counter !== session.acked + 1 || !isSameBytes(tag, tagUpdate(tagKeyOf(sessionId), counter, bytes)))
        continue;
      rows.push({ seq: head() + 1, sessionId, counter, kind: 'relay', bytes });
      session.acked = counter;
    }
    announceHead(true);
    return { ok: true, value: { head: head(), chain: chain(), acked: session.acked, epoch } };
  }

  /** For a user who may not edit: the state at the head without deleted text, and no rows. */
  function loadFolded(role: string, { after, stateVector }: LoadRequest): Outcome<LoadedLog> {
    const isBehind = after === null || after < head();
    const state = foldWithoutDeleted(fold(), stateVector);
    return {
      ok: true,
      value: {
        ...facts(role),
        schema,
        snapshot: isBehind ? { seq: head(), bytes: state } : null,
        rows: [],
        latest: after === null ? null : latestOf(rows.filter(({ seq }) => seq > after)),
      },
    };
  }

  function load(role: string, request: LoadRequest): Outcome<LoadedLog> {
    if (!mayEdit(role)) return loadFolded(role, request);
    const { after } = request;
    const sent = after === null || after < (snapshot?.seq ?? 0) ? snapshot : null;
    const from = sent?.seq ?? after ?? 0;
    return {
      ok: true,
      value: { ...facts(role), schema, snapshot: sent, rows: rows.filter((row) => row.seq > from) },
    };
  }

  function openAs(userId: string): DocumentLog {
    const allow = <T>(handle: (role: string) => Outcome<T>): Outcome<T> => {
      const role = roles.get(userId);
      return role === undefined ? refuse('forbidden') : handle(role);
    };
    return {
      openSession: (request) =>
        serve('openSession', () =>
          allow<OpenedSession>((role) => {
            if (request.schema < schema) return refuse('upgrade_required');
            const { sessionId, clientId, publicKey = null } = request;
            const session = sessions.get(sessionId) ?? { userId, clientId, publicKey, acked: 0 };
            if (isOtherKey(session.publicKey, publicKey)) return refuse('session_invalid');
            sessions.set(sessionId, session);
            see(sessionId);
            return { ok: true, value: { ...facts(role), secret: secretOf(request.sessionId) } };
          }),
        ),
      load: (request) => serve('load', () => allow((role) => load(role, request))),
      append: (request) => serve('append', () => allow((role) => append(role, request))),
      relay: (request) => serve('relay', () => allow((role) => relay(role, request))),
      head: ({ sessionId, since }) =>
        serve('head', () =>
          allow((role) => {
            const named = nameRows(rows.filter(({ seq }) => seq > since));
            if (seenAtMs.has(sessionId)) see(sessionId);
            const silent = listSilent(seenAtMs, options.clock.nowMs());
            const host = options.host?.() ?? null;
            return { ok: true, value: { ...facts(role), rows: named, snapshot: place, silent, host } };
          }),
        ),
      fold: () =>
        serve('fold', () => {
          place = { seq: head(), digest: options.digest?.(fold()) ?? '' };
          return { ok: true, value: null };
        }),
      roster: (_documentId, sessionId) =>
        serve('roster', () =>
          allow(() => {
            const isOwn = sessions.get(sessionId)?.userId === userId;
            return { ok: true, value: listSessions(sessions, isOwn ? sessionId : null) };
          }),
        ),
    };
  }

  const fold = () => mergeUpdates([...(snapshot ? [snapshot.bytes] : []), ...rows.map((row) => row.bytes)]);

  return {
    as: openAs,
    fold,
    setRole: (userId, role) => {
      if (role === null) roles.delete(userId);
      else roles.set(userId, role);
    },
    raiseEpoch: () => {
      epoch += 1;
      options.announce?.('epoch', { epoch });
    },
    write: (kind, bytes) => {
      rows.push({ seq: head() + 1, sessionId: null, counter: 0, kind, bytes });
      announceHead(true);
    },
    prune: () => {
      prunedChain = chain();
      snapshot = { seq: head(), bytes: fold() };
      rows.length = 0;
    },
    setBack: (lostRows) => {
      rows.splice(rows.length - lostRows);
      for (const [sessionId, session] of sessions) {
        const own = rows.filter((row) => row.sessionId === sessionId);
        session.acked = own.at(-1)?.counter ?? 0;
      }
    },
    setGeneration: (next) => {
      generation = next;
    },
    rows,
    sessions: () => [...sessions.keys()],
    heirs,
    get title() {
      return title;
    },
    count: (request) => counts.get(request) ?? 0,
  };
}

/** Yjs erases deleted text when it applies an update. */
function foldWithoutDeleted(update: Uint8Array, stateVector?: Uint8Array): Uint8Array {
  const doc = new Doc();
  applyTogether(doc, [update], null);
  return encodeStateAsUpdate(doc, stateVector);
}

function latestOf(rows: readonly LogRow[]): readonly RowName[] {
  const latest = new Map<string, RowName>();
  for (const { bytes: _, ...row } of rows) if (row.sessionId !== null) latest.set(row.sessionId, row);
  return [...latest.values()];
}

function listSessions(sessions: ReadonlyMap<string, Session>, reader: string | null): KeyedEntry[] {
  return Array.from(sessions, ([sessionId, { userId, clientId, publicKey }]) => ({
    sessionId,
    clientId,
    userId,
    name: `Name of ${userId}`,
    color: '#0079a8',
    key: reader === null ? null : keyOfPair(tagKeyOf(sessionId), reader),
    publicKey,
  }));
}

/** A key that was not sent with the first request is never bound. */
const isOtherKey = (bound: Uint8Array | null, sent: Uint8Array | null): boolean =>
  bound !== null && sent !== null && !isSameBytes(bound, sent);

/** Derived from the id: a server in memory keeps nothing secret. */
const secretOf = (sessionId: string): Uint8Array =>
  sha256(new TextEncoder().encode(`secret of ${sessionId}`));

const tagKeyOf = (sessionId: string): TagKey => openTagKey(secretOf(sessionId));
