/**
 * What really happened in a run, kept apart from everything that is tested: which changes people made, which the log
 * holds, which were acknowledged to whom, and whether somebody had the right at that moment.
 */
import { decodeUpdate } from 'yjs';
import type { Row } from './model/tables.ts';

/** One change that a person made, in terms of Yjs: own structs up to a clock, and what it deleted. */
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
  /** Yjs id of the paragraph that it was typed into. */
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
  /** The highest counter of a session that some page was told is in the log. */
  readonly acked: Map<string, number>;
  /** Who may edit now, by what was done and not by what the database says. */
  readonly editors: Set<string>;
  readonly clientOwners: Map<number, string>;
  fail(oracle: string, detail: string): void;
  commit(row: Row): void;
  /** The database forgot the rows after this one. */
  regress(head: number): void;
  isLogged(change: LocalChange): boolean;
  /** Some disk had these bytes at some time; the log counts as one. */
  keep(bytes: Uint8Array): void;
  isKept(change: LocalChange): boolean;
  /** Nobody writes in these sessions any more. */
  readonly revoked: Set<string>;
  /** Are the own structs of a client in the log up to this clock? */
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

  /** What is relayed may leave out what nobody heard, which may come later. */
  const isInOrder = ({ counter, kind }: Row, sessionId: string): boolean =>
    counter <= (last.get(sessionId) ?? 0) + 1 || kind === 'relay';

  /** `isOld`: checked before, under the rights of that time. */
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

/** Clocks and deletions of everything in the log, without building the document. */
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
