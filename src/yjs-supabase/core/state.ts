/** Everything the core knows. Plain data, replaced and never changed in place. */
import type { Role, RosterEntry, RowRun, SaidUpdate, SnapshotPlace } from '../document-log.ts';
import type { TagKey } from '../tag.ts';
import type { CursorFrame } from '../wire.ts';
import { EMPTY_CHAIN } from './chain.ts';
import type { Effect, Lane, Moment } from './events.ts';
import type { Outbox } from './outbox.ts';
import type { Settings } from './settings.ts';
import { NO_PRESENCE, NO_TRAFFIC, type Presence, type Traffic } from './traffic-state.ts';

export interface Request {
  readonly id: number;
  readonly startedAtMs: number;
}

/** A question whose answer says how long the log is. */
export interface HeadRequest extends Request {
  /** The newest row that the server had told of when it was asked. */
  readonly knownHead: number;
  /** What was applied then. */
  readonly since: number;
}

export interface AppendInFlight extends Request {
  readonly first: number;
  readonly upTo: number;
}

export interface Saving {
  readonly request: AppendInFlight | null;
  /** The waiting time is over: append as soon as nothing stands in the way. */
  readonly due: boolean;
  readonly leaving: boolean;
  /** When the last append was sent. */
  readonly startedAtMs: number;
  /** Failures in a row. */
  readonly failures: number;
  /** Why the server will not take any more from this session; null while it does. */
  readonly refused: string | null;
  /** Storage did not keep what it was last asked for. */
  readonly storeFails: boolean;
  /** When storage was last asked again for what it had failed to keep. */
  readonly storedAgainAtMs: number;
}

/** Rows after `since` up to `head`, by name, and the chain there. */
export interface Told {
  readonly since: number;
  readonly head: number;
  readonly chain: string;
  readonly runs: readonly RowRun[];
}

export interface Pulling {
  readonly loaded: boolean;
  /** Rows 1…applied of the log are in the document. */
  readonly applied: number;
  /** The log's running hash at `applied`; null when it is not known there. */
  readonly chain: string | null;
  /** The newest row heard of. */
  readonly head: number;
  readonly request: HeadRequest | null;
  readonly again: boolean;
  readonly dueAtMs: number | null;
  /** The newest word about rows that are not applied yet. */
  readonly told: Told | null;
  /** When the rows that are missing are pulled, unless they have come by then. */
  readonly catchUpAtMs: number | null;
  readonly failures: number;
  /** Since when rows are known to be missing, or parts of the document wait for others. */
  readonly behindSinceMs: number | null;
  readonly pending: boolean;
  readonly pendingSinceMs: number | null;
  /** When the document was last read again from its start because of parts that waited in vain. */
  readonly rereadAtMs: number | null;
  readonly poll: HeadRequest | null;
  readonly pollAtMs: number;
}

/** What was heard from one peer's session. `ahead` are counters beyond a hole. */
export interface PeerCounter {
  readonly have: number;
  readonly logged: number;
  readonly ahead: readonly number[];
  readonly holeSinceMs: number | null;
}

/** An update of a peer that came live and that the log is not known to have. */
export interface HeardUpdate extends SaidUpdate {
  readonly proofs: Uint8Array;
  readonly attempts: number;
  /** How often the server was asked and lacked what comes before it. */
  readonly vain: number;
  readonly dueAtMs: number;
  /** Storage was asked to keep it. */
  readonly kept: boolean;
}

export interface Relaying {
  readonly heard: Readonly<Record<string, readonly HeardUpdate[]>>;
  /** How many these are, and how large all together. */
  readonly count: number;
  readonly bytes: number;
  readonly request: (Request & { readonly of: string; readonly updates: readonly HeardUpdate[] }) | null;
}

/** What is known about the document being the same as the log. */
export interface Checking {
  /** The newest that the server told of; null before it told of any. */
  readonly snapshot: SnapshotPlace | null;
  /** The snapshot that was compared last. */
  readonly checkedSeq: number;
  /** A difference was found, and the document has been read again since. */
  readonly isReread: boolean;
  readonly changedAtMs: number;
  readonly foldDueAtMs: number;
  readonly request: Request | null;
}

export interface Lanes {
  /** Each attempt to join has its own number; what an older attempt says is ignored. */
  readonly round: number;
  readonly phase: 'down' | 'joining' | 'up';
  readonly epoch: number | null;
  readonly joined: readonly Lane[];
  readonly failures: number;
  readonly upSinceMs: number | null;
  /** When something was last said on `ctl` or `upd`. */
  readonly heardAtMs: number | null;
  /** How often the log had rows that nobody told of, since then. */
  readonly silentHeads: number;
  /** How often the lanes were given up for that, one after the other. */
  readonly deafRounds: number;
  /** Left on purpose, because nobody looks at the page. */
  readonly away: boolean;
  /** To be joined again after the next answer to a pull: text first. */
  readonly waitForPull: boolean;
  /** Doubled each time the server says that there are too many messages, and halved again later. */
  readonly slowdown: number;
  readonly slowedAtMs: number;
}

export interface People {
  /** Sessions that presence shows; null before it said anything. */
  readonly present: readonly string[] | null;
  readonly heardAtMs: Readonly<Record<string, number>>;
  readonly roster: Readonly<Record<string, RosterEntry>>;
  /** By session: what proves to this one that a frame is theirs. */
  readonly keys: Readonly<Record<string, TagKey>>;
  /** Cursors of sessions whose key is not known yet. */
  readonly held: Readonly<Record<string, CursorFrame>>;
  /** Sessions that have been sent the own cursor since they can hear it. */
  readonly greeted: readonly string[];
  readonly request: Request | null;
  readonly lastReadAtMs: number | null;
  /** Reads in a row that did not bring what was missing. */
  readonly misses: number;
}

export interface Contact {
  readonly reachable: boolean;
  readonly signedOut: boolean;
  readonly lastAtMs: number | null;
}

export interface CoreState {
  readonly settings: Settings;
  readonly sessionId: string;
  /** What the store keeps outlives this process; else nothing waits for it. */
  readonly isDurable: boolean;
  readonly running: boolean;
  /** Only the last changes are still to be saved. */
  readonly retiring: boolean;
  readonly session: 'closed' | 'opening' | 'open';
  readonly sessionRequest: Request | null;
  readonly sessionFailures: number;
  /** Tags what is said live; null until the session has been opened. */
  readonly tagKey: TagKey | null;
  readonly role: Role | null;
  readonly generation: number | null;
  /** Why this document can no longer be read here; null while it can. Nothing is asked of the server any more. */
  readonly ended: string | null;
  readonly nextRequest: number;
  readonly contact: Contact;
  readonly outbox: Outbox;
  readonly saving: Saving;
  readonly pulling: Pulling;
  readonly peers: Readonly<Record<string, PeerCounter>>;
  readonly relaying: Relaying;
  readonly checking: Checking;
  readonly lanes: Lanes;
  readonly people: People;
  readonly traffic: Traffic;
  readonly presence: Presence;
}

/** One step in the making: handlers replace `state` and push `effects`. It does not outlive the step. */
export interface Turn {
  state: CoreState;
  readonly effects: Effect[];
  readonly moment: Moment;
}

export const canEdit = (role: Role | null): boolean => role === 'owner' || role === 'editor';

export function startState(sessionId: string, settings: Settings, isDurable: boolean): CoreState {
  return {
    settings,
    sessionId,
    isDurable,
    running: false,
    retiring: false,
    session: 'closed',
    sessionRequest: null,
    sessionFailures: 0,
    tagKey: null,
    role: null,
    generation: null,
    ended: null,
    nextRequest: 1,
    contact: { reachable: true, signedOut: false, lastAtMs: null },
    outbox: { items: [], lastCounter: 0, acked: 0, settled: [], heldBack: null },
    saving: {
      request: null,
      due: false,
      leaving: false,
      startedAtMs: -Infinity,
      failures: 0,
      refused: null,
      storeFails: false,
      storedAgainAtMs: 0,
    },
    pulling: {
      loaded: false,
      applied: 0,
      chain: EMPTY_CHAIN,
      head: 0,
      request: null,
      again: false,
      dueAtMs: null,
      told: null,
      catchUpAtMs: null,
      failures: 0,
      behindSinceMs: null,
      pending: false,
      pendingSinceMs: null,
      rereadAtMs: null,
      poll: null,
      pollAtMs: Infinity,
    },
    peers: {},
    relaying: { heard: {}, count: 0, bytes: 0, request: null },
    checking: {
      snapshot: null,
      checkedSeq: 0,
      isReread: false,
      changedAtMs: 0,
      foldDueAtMs: Infinity,
      request: null,
    },
    lanes: {
      round: 0,
      phase: 'down',
      epoch: null,
      joined: [],
      failures: 0,
      upSinceMs: null,
      heardAtMs: null,
      silentHeads: 0,
      deafRounds: 0,
      away: false,
      waitForPull: false,
      slowdown: 1,
      slowedAtMs: 0,
    },
    people: {
      present: null,
      heardAtMs: {},
      roster: {},
      keys: {},
      held: {},
      greeted: [],
      request: null,
      lastReadAtMs: null,
      misses: 0,
    },
    traffic: NO_TRAFFIC,
    presence: NO_PRESENCE,
  };
}

/** Another state, with these changes: in two steps, which takes half as long as a spread that changes what it copies. */
export function change<Field extends keyof CoreState>(turn: Turn, changes: Pick<CoreState, Field>): void {
  turn.state = Object.assign({ ...turn.state }, changes);
}

/** Whether nobody will answer a request any more. */
export const isLate = ({ state, moment }: Turn, { startedAtMs }: Request): boolean =>
  moment.nowMs - startedAtMs >= state.settings.requestTimeoutMs;

/** Takes the next request number and makes the record of a request that starts now. */
export function startRequest(turn: Turn): Request {
  const id = turn.state.nextRequest;
  change(turn, { nextRequest: id + 1 });
  return { id, startedAtMs: turn.moment.nowMs };
}

/** Waiting time after a number of failures in a row: full jitter, so that clients do not come back together. */
export function backoffMs(turn: Turn, failures: number): number {
  const { backoffMs: first, maxBackoffMs } = turn.state.settings;
  return turn.moment.chance * Math.min(maxBackoffMs, first * 2 ** Math.min(failures, 16));
}
