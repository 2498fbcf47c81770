/**
 * A model of the database that `supabase/migrations` defines: one document, every function one transaction. Written
 * independently of the provider and of the SQL, so that a mistake in one of the three shows.
 */
import type { Role } from '#contract/roles.ts';
import type {
  Appended,
  AppendRequest,
  KeyedEntry,
  LoadedLog,
  LoadRequest,
  LogHead,
  OpenedSession,
  OpenSessionRequest,
  Outcome,
  RelayRequest,
  RowName,
} from '#yjs-supabase';
import { foldForReader, takeDifference } from '../../../supabase/functions/_shared/server/reader-state.ts';
import { nameRows } from '../../../src/yjs-supabase/src/testing/name-rows.ts';
import { isTag, keyBetween, secretOf } from '../../support/make-tag.ts';
import {
  ackedUpTo,
  chainOf,
  copyTables,
  firstAfter,
  firstTables,
  goOn,
  type EditingSession,
  type Row,
  type Tables,
  type Writes,
} from './tables.ts';

export interface Caller {
  readonly userId: string;
  /** False after the sign-in session behind the token has ended, or when the token is too old. */
  readonly signedIn: boolean;
}

export interface SnapshotRequest {
  readonly generation: number;
  readonly base: number;
  readonly seq: number;
  readonly isVersion: boolean;
  /** Called only if the snapshot is stored: most folds lose the race against another. */
  readonly fold: () => { readonly bytes: Uint8Array; readonly digest: string };
}

type Asked = Omit<LoadRequest, 'documentId'>;

export interface Database {
  readonly tables: Tables;
  openSession(caller: Caller, request: OpenSessionRequest): Outcome<OpenedSession>;
  append(caller: Caller, request: AppendRequest, writes: readonly Writes[]): Outcome<Appended>;
  relay(caller: Caller, request: RelayRequest, writes: readonly Writes[]): Outcome<Appended>;
  load(caller: Caller, request: Asked): Outcome<LoadedLog>;
  readHead(caller: Caller, sessionId: string, since: number): Outcome<LogHead>;
  roster(caller: Caller, sessionId: string): Outcome<readonly KeyedEntry[]>;
  saveSnapshot(caller: Caller, request: SnapshotRequest): Outcome<{ advanced: boolean }>;
  prune(keepMs: number): number;
  addMember(userId: string, role: Role): void;
  setRole(userId: string, role: Role): void;
  removeMember(userId: string): void;
  raiseSchema(): void;
  mayUse(userId: string, epoch: number): Role | null;
  /** A copy of everything, as a replica has it. */
  copy(): Tables;
  /** The replica takes over. */
  failOver(replica: Tables): void;
}

export interface DatabaseOptions {
  readonly nowMs: () => number;
  /** Stands for `realtime.send` on the `ctl` lane of an epoch. */
  readonly announce: (epoch: number, event: 'head' | 'epoch', payload: object) => void;
  readonly onCommit: (row: Row) => void;
}

const WORD_EVERY_MS = 1000;
const WORDS_AHEAD_MS = 4000;
const MAX_PASSED_OVER = 1000;
const HEARD_BEFORE_MS = 24 * 3_600_000;
const ALIVE_EVERY_MS = 20_000;
const ROSTER_MS = 24 * 3_600_000;
const EDITORS: readonly Role[] = ['owner', 'editor'];
const MEMBERS: readonly Role[] = ['owner', 'editor', 'commenter', 'viewer'];

class Refused extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export function createDatabase(seed: Uint8Array, ownerId: string, options: DatabaseOptions): Database {
  let tables = firstTables(seed, ownerId);

  function requireRole(caller: Caller, allowed: readonly Role[]): Role {
    if (!caller.signedIn) throw new Refused('unauthenticated');
    const role = tables.members.get(caller.userId);
    if (role === undefined || !allowed.includes(role)) throw new Refused('forbidden');
    return role;
  }

  const facts = (role: Role) => ({
    role,
    mayEdit: EDITORS.includes(role),
    generation: tables.generation,
    epoch: tables.epoch,
    ...place(),
  });

  const place = () => ({ head: tables.head, chain: tables.rows.at(-1)?.chain ?? '' });

  function openSession(caller: Caller, request: OpenSessionRequest): OpenedSession {
    const role = requireRole(caller, MEMBERS);
    if (request.schema < tables.schemaMajor) throw new Refused('upgrade_required');
    const { generation, sessions } = tables;
    const taken = [...sessions.values()].some(
      (each) => each.generation === generation && each.clientId === request.clientId,
    );
    const { sessionId: id, clientId, publicKey = null } = request;
    const fresh = {
      id,
      userId: caller.userId,
      generation,
      clientId,
      publicKey,
      lastCounter: 0,
      passedOver: [],
      nextClock: 0,
      revoked: false,
      lostRightMs: -Infinity,
      lastSeenMs: 0,
    };
    const known = sessions.get(id) ?? (taken ? null : fresh);
    const isMine = known?.userId === caller.userId && known.clientId === clientId && !known.revoked;
    if (!known || !isMine || known.generation !== generation) throw new Refused('session_invalid');
    if (known.publicKey && publicKey && !Buffer.from(known.publicKey).equals(publicKey))
      throw new Refused('session_invalid');
    sessions.set(id, { ...known, lastSeenMs: options.nowMs() });
    return { ...facts(role), secret: secretOf(id) };
  }

  /** The head of the log. Polling it also keeps the caller's session alive. */
  function readHead(caller: Caller, sessionId: string, since: number): LogHead {
    const role = requireRole(caller, MEMBERS);
    const session = tables.sessions.get(sessionId);
    const nowMs = options.nowMs();
    if (session?.userId === caller.userId && session.lastSeenMs < nowMs - ALIVE_EVERY_MS)
      tables.sessions.set(sessionId, { ...session, lastSeenMs: nowMs });
    if (tables.toldSeq < tables.head) tellHead(false);
    const { snapshotSeq: seq, digests } = tables;
    const rows = nameRows(rowsAfter(since));
    return { ...facts(role), rows, snapshot: { seq, digest: digests.get(seq) ?? '' }, host: tables.head };
  }

  function append(caller: Caller, request: AppendRequest, writes: readonly Writes[]): Appended {
    requireRole(caller, EDITORS);
    if (request.generation !== tables.generation) throw new Refused('generation_mismatch');
    if (request.schema < tables.schemaMajor) throw new Refused('upgrade_required');
    const session = tables.sessions.get(request.sessionId);
    if (!session || session.userId !== caller.userId) throw new Refused('session_invalid');
    if (session.revoked || session.generation !== request.generation) throw new Refused('session_invalid');
    for (const each of writes)
      if (each && each.client !== session.clientId) throw new Refused('update_rejected');
    const after = takeUpdates(session, request, writes, caller.userId);
    if (after.added.length > 0) commitRows(after.added, { ...after.session, lastSeenMs: options.nowMs() });
    return { ...place(), acked: ackedUpTo(after.session), epoch: tables.epoch };
  }

  /** Appends, on behalf of a session, updates that it sent live; the caller received them. Checks their tags. */
  function relay(caller: Caller, request: RelayRequest, writes: readonly Writes[]): Appended {
    requireRole(caller, EDITORS);
    if (request.generation !== tables.generation) throw new Refused('generation_mismatch');
    if (request.schema < tables.schemaMajor) throw new Refused('upgrade_required');
    let session = tables.sessions.get(request.sessionId);
    if (!session || session.generation !== request.generation) throw new Refused('session_invalid');
    const mayWrite = !session.revoked && EDITORS.includes(tables.members.get(session.userId) ?? 'viewer');
    const couldWrite = options.nowMs() - session.lostRightMs < HEARD_BEFORE_MS;
    if (!mayWrite && !couldWrite) throw new Refused('session_invalid');
    const { sessionId } = request;
    const added: Row[] = [];
    for (const [at, { counter, tag, bytes }] of request.updates.entries()) {
      const write = writes[at] ?? null;
      if (counter <= session.lastCounter && !session.passedOver.includes(counter)) continue;
      if (counter - session.lastCounter - 1 + session.passedOver.length > MAX_PASSED_OVER) break;
      if (counter > session.lastCounter + 1 && write?.clock !== session.nextClock) continue;
      if (!isTag(tag, { sessionId, counter, bytes })) continue;
      if (write && write.client !== session.clientId) continue;
      if (write && write.clock !== session.nextClock) continue;
      const from = { session, authorId: caller.userId, kind: 'relay' };
      added.push(makeRow(added.at(-1) ?? tables.rows.at(-1), counter, bytes, from));
      session = goOn(session, counter, write);
    }
    if (added.length > 0) commitRows(added, session);
    return { ...place(), acked: ackedUpTo(session), epoch: tables.epoch };
  }

  /** New rows for the updates with the next counters. Updates already in the log must have the same bytes. */
  function takeUpdates(
    before: EditingSession,
    request: AppendRequest,
    writes: readonly Writes[],
    authorId: string,
  ): { added: Row[]; session: EditingSession } {
    const added: Row[] = [];
    let session = before;
    for (const [at, bytes] of request.updates.entries()) {
      const counter = request.firstCounter + at;
      const expected = session.lastCounter + 1;
      if (counter < expected && !session.passedOver.includes(counter)) {
        const logged = tables.rows.find((row) => row.sessionId === session.id && row.counter === counter);
        if (logged && !isSame(logged.bytes, bytes)) throw new Refused('counter_reused');
        continue;
      }
      if (counter > expected) break;
      const write = writes[at] ?? null;
      if (write && write.clock !== session.nextClock) throw new Refused('update_rejected');
      const from = { session, authorId, kind: 'edit' };
      added.push(makeRow(added.at(-1) ?? tables.rows.at(-1), counter, bytes, from));
      session = goOn(session, counter, write);
    }
    return { added, session };
  }

  function makeRow(
    before: Row | undefined,
    counter: number,
    bytes: Uint8Array,
    { session, authorId, kind }: { session: EditingSession; authorId: string; kind: string },
  ): Row {
    const seq = (before?.seq ?? tables.head) + 1;
    const chain = chainOf(before, bytes);
    return { seq, sessionId: session.id, counter, kind, bytes, authorId, atMs: options.nowMs(), chain };
  }

  function commitRows(added: readonly Row[], session: EditingSession): void {
    tables.rows.push(...added);
    tables.head += added.length;
    tables.sessions.set(session.id, session);
    for (const row of added) options.onCommit(row);
    tellHead(added.some(({ kind }) => kind === 'relay'));
  }

  /** Sends the head and the names of the rows since the last message: one message a second, five in a burst (S10b). */
  function tellHead(isUrgent: boolean): void {
    const nowMs = options.nowMs();
    if (!isUrgent && tables.toldUntilMs > nowMs + WORDS_AHEAD_MS) return;
    const { toldSeq: since, head } = tables;
    tables.toldUntilMs = Math.max(tables.toldUntilMs, nowMs) + WORD_EVERY_MS;
    tables.toldSeq = head;
    options.announce(tables.epoch, 'head', { ...place(), since, rows: nameRows(rowsAfter(since)) });
  }

  const rowsAfter = (seq: number) => tables.rows.slice(firstAfter(tables.rows, seq));

  /** Readers receive a state and no rows (R1). */
  function loadFolded(role: Role, { after, stateVector }: Asked): LoadedLog {
    const empty = { ...facts(role), schema: tables.schemaMajor, snapshot: null, rows: [], latest: null };
    if (after !== null && after >= tables.head) return empty;
    const base = tables.snapshots.get(tables.snapshotSeq) ?? null;
    const rows = rowsAfter(tables.snapshotSeq).map(({ bytes }) => bytes);
    const state = foldForReader(base, rows);
    const bytes = stateVector ? takeDifference(state, stateVector) : state;
    const latest = new Map<string, Row>();
    for (const row of rowsAfter(after ?? tables.head))
      if (row.sessionId !== null) latest.set(row.sessionId, row);
    return {
      ...empty,
      snapshot: { seq: tables.head, bytes },
      latest: after === null ? null : [...latest.values()].map(nameLatest),
    };
  }

  function nameLatest({ sessionId, counter, seq, kind }: Row): RowName {
    const session = tables.sessions.get(sessionId ?? '');
    return { seq, kind, sessionId, counter: session ? Math.min(counter, ackedUpTo(session)) : counter };
  }

  function load(caller: Caller, request: Asked): LoadedLog {
    const role = requireRole(caller, MEMBERS);
    if (!EDITORS.includes(role)) return loadFolded(role, request);
    const { after } = request;
    const isPruned = after === null || after < tables.logStartSeq;
    const from = isPruned ? tables.snapshotSeq : after;
    const bytes = isPruned ? tables.snapshots.get(from) : undefined;
    const snapshot = bytes ? { seq: from, bytes } : null;
    const rows = rowsAfter(from);
    return { ...facts(role), schema: tables.schemaMajor, snapshot, rows };
  }

  function roster(caller: Caller, sessionId: string): readonly KeyedEntry[] {
    requireRole(caller, MEMBERS);
    const isOwn = tables.sessions.get(sessionId)?.userId === caller.userId;
    const since = options.nowMs() - ROSTER_MS;
    const here = [...tables.sessions.values()].filter(
      (each) => each.generation === tables.generation && !each.revoked && each.lastSeenMs > since,
    );
    return here.map(({ id, clientId, userId, publicKey }) => ({
      sessionId: id,
      clientId,
      userId,
      name: `Name of ${userId}`,
      color: '#0079a8',
      key: isOwn ? keyBetween(id, sessionId) : null,
      publicKey,
    }));
  }

  function saveSnapshot(caller: Caller, request: SnapshotRequest): { advanced: boolean } {
    requireRole(caller, EDITORS);
    if (request.generation !== tables.generation) throw new Refused('generation_mismatch');
    if (request.seq < 1 || request.seq > tables.head) throw new Refused('bad_request');
    const advanced = tables.snapshotSeq === request.base && request.seq > request.base;
    if ((advanced || request.isVersion) && !tables.snapshots.has(request.seq)) {
      const { bytes, digest } = request.fold();
      tables.snapshots.set(request.seq, bytes);
      tables.digests.set(request.seq, digest);
    }
    if (request.isVersion) tables.versions.add(request.seq);
    if (advanced) tables.snapshotSeq = request.seq;
    if (advanced) dropSnapshots(request.base);
    return { advanced };
  }

  /** Deletes snapshots below a replaced base, except versions. */
  function dropSnapshots(base: number): void {
    for (const seq of tables.snapshots.keys())
      if (seq < base && !tables.versions.has(seq)) tables.snapshots.delete(seq);
  }

  /** Deletes rows below the snapshot before the base and older than `keepMs`; never a row that loading needs. */
  function prune(keepMs: number): number {
    const seqs = [...tables.snapshots.keys()]
      .filter((seq) => seq <= tables.snapshotSeq)
      .sort((a, b) => b - a);
    const secondNewest = seqs[1] ?? 0;
    const young = options.nowMs() - keepMs;
    const firstKept = tables.rows.find((row) => row.seq > secondNewest || row.atMs > young);
    if (!firstKept) return 0;
    const keepFrom = firstKept.seq - 1;
    const before = tables.rows.length;
    tables.rows = tables.rows.filter((row) => row.seq > keepFrom);
    if (keepFrom <= tables.snapshotSeq) tables.logStartSeq = Math.max(tables.logStartSeq, keepFrom);
    return before - tables.rows.length;
  }

  function moveLanes(): void {
    const old = tables.epoch;
    tables.epoch = old + 1;
    options.announce(old, 'epoch', { epoch: tables.epoch });
  }

  function loseRight(userId: string): void {
    for (const [id, session] of tables.sessions) {
      if (session.userId === userId && !session.revoked)
        tables.sessions.set(id, { ...session, lostRightMs: options.nowMs() });
    }
  }

  function removeMember(userId: string): void {
    const role = tables.members.get(userId);
    if (!tables.members.delete(userId)) return;
    if (role === 'editor') loseRight(userId);
    for (const [id, session] of tables.sessions) {
      if (session.userId === userId) tables.sessions.set(id, { ...session, revoked: true });
    }
    moveLanes();
  }

  return {
    get tables() {
      return tables;
    },
    openSession: (caller, request) => answer(() => openSession(caller, request)),
    append: (caller, request, writes) => answer(() => append(caller, request, writes)),
    relay: (caller, request, writes) => answer(() => relay(caller, request, writes)),
    load: (caller, request) => answer(() => load(caller, request)),
    readHead: (caller, sessionId, since) => answer(() => readHead(caller, sessionId, since)),
    roster: (caller, sessionId) => answer(() => roster(caller, sessionId)),
    saveSnapshot: (caller, request) => answer(() => saveSnapshot(caller, request)),
    prune,
    addMember: (userId, role) => void (tables.members.has(userId) || tables.members.set(userId, role)),
    setRole: (userId, role) => {
      const before = tables.members.get(userId);
      if (before === undefined || before === 'owner' || before === role) return;
      tables.members.set(userId, role);
      if (role === 'viewer') loseRight(userId);
      moveLanes();
    },
    removeMember,
    raiseSchema: () => {
      tables.schemaMajor += 1;
    },
    mayUse: (userId, epoch) => (epoch === tables.epoch ? (tables.members.get(userId) ?? null) : null),
    copy: () => copyTables(tables),
    failOver: (replica) => {
      tables = copyTables(replica);
    },
  };
}

function answer<T>(run: () => T): Outcome<T> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ok: false, failure: { kind: 'refused', code: error.code } };
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
