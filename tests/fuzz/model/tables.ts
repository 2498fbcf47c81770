/** The tables of the database, and the next state of a row's chain and of an editing session. */
import { hash } from 'node:crypto';
import type { Written } from '../../../supabase/functions/_shared/contract/lint-update.ts';
import type { Role } from '#contract/roles.ts';

export interface Row {
  readonly seq: number;
  readonly sessionId: string | null;
  readonly counter: number;
  readonly kind: string;
  readonly bytes: Uint8Array;
  readonly authorId: string | null;
  readonly atMs: number;
  readonly chain: string;
}

export interface EditingSession {
  readonly id: string;
  readonly userId: string;
  readonly generation: number;
  readonly clientId: number;
  readonly publicKey: Uint8Array | null;
  readonly lastCounter: number;
  /** Skipped counters below `lastCounter`: their updates can only delete. */
  readonly passedOver: readonly number[];
  /** The Yjs clock that comes next. */
  readonly nextClock: number;
  readonly lastSeenMs: number;
  readonly revoked: boolean;
  /** Time at which its user last lost the right to edit. */
  readonly lostRightMs: number;
}

export interface Tables {
  generation: number;
  epoch: number;
  schemaMajor: number;
  head: number;
  snapshotSeq: number;
  logStartSeq: number;
  /** The head in the last `head` message, and the token bucket of these messages. */
  toldSeq: number;
  toldUntilMs: number;
  readonly members: Map<string, Role>;
  readonly sessions: Map<string, EditingSession>;
  /** In the order of `seq`. */
  rows: Row[];
  readonly snapshots: Map<number, Uint8Array>;
  readonly digests: Map<number, string>;
  /** The `seq`s of snapshots that are versions. */
  readonly versions: Set<number>;
}

/** The structs that an update writes, according to the linter; null for one that only deletes. */
export type Writes = Written | null;

export function firstTables(seed: Uint8Array, ownerId: string): Tables {
  const row: Row = {
    seq: 1,
    sessionId: null,
    counter: 0,
    kind: 'seed',
    bytes: seed,
    authorId: ownerId,
    atMs: 0,
    chain: chainOf(undefined, seed),
  };
  return {
    generation: 1,
    epoch: 1,
    schemaMajor: 1,
    head: 1,
    snapshotSeq: 0,
    logStartSeq: 0,
    toldSeq: 1,
    toldUntilMs: -Infinity,
    members: new Map([[ownerId, 'owner']]),
    sessions: new Map(),
    rows: [row],
    snapshots: new Map(),
    digests: new Map(),
    versions: new Set(),
  };
}

export const copyTables = (tables: Tables): Tables => ({
  ...tables,
  members: new Map(tables.members),
  sessions: new Map(tables.sessions),
  rows: [...tables.rows],
  snapshots: new Map(tables.snapshots),
  digests: new Map(tables.digests),
  versions: new Set(tables.versions),
});

const sha256 = (data: Uint8Array | string): string => hash('sha256', data, 'hex');

/** The chain at a row. */
export const chainOf = (before: Row | undefined, bytes: Uint8Array): string =>
  sha256((before?.chain ?? '') + sha256(bytes)).slice(0, 32);

/** The index of the first row after a `seq`; rows are contiguous. */
export function firstAfter(rows: readonly Row[], seq: number): number {
  const first = rows[0]?.seq ?? seq + 1;
  return Math.min(rows.length, Math.max(0, seq + 1 - first));
}

/** The session after one more of its updates is logged; counters in between are skipped. */
export function goOn(session: EditingSession, counter: number, write: Writes): EditingSession {
  const { lastCounter, passedOver, nextClock } = session;
  const left = Array.from(
    { length: Math.max(0, counter - lastCounter - 1) },
    (_, at) => lastCounter + 1 + at,
  );
  return {
    ...session,
    lastCounter: Math.max(lastCounter, counter),
    passedOver: [...passedOver, ...left].filter((each) => each !== counter),
    nextClock: write?.nextClock ?? nextClock,
  };
}

export const ackedUpTo = ({ lastCounter, passedOver }: EditingSession): number =>
  passedOver.length > 0 ? Math.min(...passedOver) - 1 : lastCounter;
