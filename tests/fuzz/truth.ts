/**
 * The facts of a run, recorded independently of the code under test: the changes that users made, the rows of the log,
 * the acknowledgements, and the rights at each moment.
 */
import { decodeUpdate } from 'yjs';
import type { Row } from './model/tables.ts';

/** One change of a user, in terms of Yjs: the client's structs up to a clock, and the deleted ranges. */
export interface LocalChange {
  readonly clientId: number;
  readonly endClock: number;
  readonly deletes: readonly (readonly [client: number, clock: number, length: number])[];
  readonly atMs: number;
}

export interface Word {
  readonly text: string;
  readonly clientId: number;
  readonly endClock: number;
  /** Yjs id of its paragraph. */
  readonly paragraph: string;
  touched: boolean;
}

export interface Failure {
  readonly oracle: string;
  readonly atMs: number;
  readonly detail: string;
}

export interface Truth {
  readonly rows: Row[];
  readonly words: Word[];
  readonly deletedParagraphs: Set<string>;
  readonly failures: Failure[];
  /** The highest acknowledged counter of each session. */
  readonly acked: Map<string, number>;
  /** Users who may edit now, according to the actions and not to the database. */
  readonly editors: Set<string>;
  readonly clientOwners: Map<number, string>;
  fail(oracle: string, detail: string): void;
  commit(row: Row): void;
  /** The database lost the rows after this one. */
  regress(head: number): void;
  isLogged(change: LocalChange): boolean;
  /** Some disk stored these bytes; the log counts as one. */
  keep(bytes: Uint8Array): void;
  isKept(change: LocalChange): boolean;
  /** Sessions that may no longer append. */
  readonly revoked: Set<string>;
  /** Whether the log has a client's structs up to this clock. */
  hasStructs(clientId: number, endClock: number): boolean;
}

export function createTruth(nowMs: () => number): Truth {
  const rows: Row[] = [];
  const failures: Failure[] = [];
  const editors = new Set<string>();
  const keys = new Set<string>();
  const last = new Map<string, number>();
  const revoked = new Set<string>();
  const logged = createLogged();
  const onDisk = createLogged();

  const fail = (oracle: string, detail: string) => {
    failures.push({ oracle, atMs: nowMs(), detail });
  };

  /** A relay may skip counters, which may be logged later. */
  const isInOrder = ({ counter, kind }: Row, sessionId: string): boolean =>
    counter <= (last.get(sessionId) ?? 0) + 1 || kind === 'relay';

  /** `isOld`: the row was checked earlier, with the rights of that time. */
  function commit(row: Row, isOld = false): void {
    if (row.seq !== rows.length + 1) fail('seq contiguous', `row ${row.seq} comes after row ${rows.length}`);
    const key = `${row.sessionId}/${row.counter}`;
    if (row.sessionId !== null && keys.has(key)) fail('each counter once', `${key} is logged twice`);
    if (!isOld && row.sessionId !== null && !editors.has(row.authorId ?? ''))
      fail('no edit without the right', `${row.authorId} wrote row ${row.seq}`);
    if (row.sessionId !== null && !isInOrder(row, row.sessionId))
      fail('counters are contiguous', `${key} comes after ${last.get(row.sessionId)}`);
    if (!isOld && row.sessionId !== null && revoked.has(row.sessionId) && row.kind === 'edit')
      fail('revoked sessions are silent', `${row.sessionId} wrote row ${row.seq}`);
    if (row.sessionId !== null) last.set(row.sessionId, Math.max(row.counter, last.get(row.sessionId) ?? 0));
    keys.add(key);
    rows.push(row);
    const update = decodeUpdate(row.bytes);
    logged.add(update);
    if (!isOld) onDisk.add(update);
  }

  return {
    rows,
    words: [],
    deletedParagraphs: new Set(),
    failures,
    acked: new Map(),
    editors,
    clientOwners: new Map(),
    fail,
    commit,
    regress: (head) => {
      const kept = rows.splice(0).slice(0, head);
      keys.clear();
      last.clear();
      logged.clear();
      for (const row of kept) commit(row, true);
    },
    revoked,
    isLogged: (change) => logged.has(change),
    keep: (bytes) => onDisk.add(decodeUpdate(bytes)),
    isKept: (change) => onDisk.has(change),
    hasStructs: (clientId, endClock) => logged.hasStructs(clientId, endClock),
  };
}

/** Clocks and deletions of all rows, without building the document. */
function createLogged() {
  const ends = new Map<number, number>();
  const early = new Map<number, [number, number][]>();
  const deleted = new Map<number, Set<number>>();

  function addStructs(client: number, from: number, to: number): void {
    const waiting = early.get(client) ?? [];
    waiting.push([from, to]);
    waiting.sort((a, b) => a[0] - b[0]);
    let end = ends.get(client) ?? 0;
    while (waiting[0] && waiting[0][0] <= end) end = Math.max(end, waiting.shift()![1]);
    ends.set(client, end);
    early.set(client, waiting);
  }

  return {
    add: ({ structs, ds }: ReturnType<typeof decodeUpdate>) => {
      for (const { id, length } of structs) addStructs(id.client, id.clock, id.clock + length);
      for (const [client, ranges] of ds.clients) {
        const clocks = deleted.get(client) ?? new Set<number>();
        deleted.set(client, clocks);
        for (const { clock, len } of ranges) for (let at = 0; at < len; at += 1) clocks.add(clock + at);
      }
    },
    clear: () => {
      ends.clear();
      early.clear();
      deleted.clear();
    },
    hasStructs: (client: number, endClock: number) => (ends.get(client) ?? 0) >= endClock,
    has: ({ clientId, endClock, deletes }: LocalChange) =>
      (ends.get(clientId) ?? 0) >= endClock &&
      deletes.every(([client, clock, length]) => {
        const clocks = deleted.get(client);
        for (let at = 0; at < length; at += 1) if (!clocks?.has(clock + at)) return false;
        return true;
      }),
  };
}

export function describeChange(bytes: Uint8Array, clientId: number, atMs: number): LocalChange {
  const { structs, ds } = decodeUpdate(bytes);
  let endClock = 0;
  for (const { id, length } of structs) {
    if (id.client === clientId) endClock = Math.max(endClock, id.clock + length);
  }
  const deletes = [...ds.clients].flatMap(([client, ranges]) =>
    ranges.map(({ clock, len }) => [client, clock, len] as const),
  );
  return { clientId, endClock, deletes, atMs };
}
