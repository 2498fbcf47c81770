/** What can happen to the core, and what it can ask for. */
import type {
  Appended,
  LoadedLog,
  LogFacts,
  LogHead,
  Outcome,
  KeyedEntry,
  RosterEntry,
  SaidUpdate,
} from '../document-log.ts';
import type { UpdateFrame } from '../wire.ts';
import type { TagKey } from '../tag.ts';

export type Lane = 'ctl' | 'upd' | 'aw';
export const LANES = ['ctl', 'upd', 'aw'] as const satisfies readonly Lane[];

export const TIMERS = [
  'open',
  'append',
  'pull',
  'catch-up',
  'poll',
  'send',
  'cursor',
  'announce',
  'rejoin',
  'join-timeout',
  'hide',
  'roster',
  'tick',
] as const;
export type TimerName = (typeof TIMERS)[number];

/** The moment of a step, and one random number in [0, 1) for it. */
export interface Moment {
  readonly nowMs: number;
  readonly chance: number;
}

/** `request` names the request an answer belongs to: an answer to a request given up on is not its successor's. */
export type CoreEvent =
  | { readonly kind: 'connect' }
  | { readonly kind: 'disconnect' }
  /** Leave the lanes for good, but go on saving. */
  | { readonly kind: 'retire' }
  /** The host woke up, came online or became visible. */
  | { readonly kind: 'wake' }
  /** Nobody looks at the page any more. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'flush'; readonly leaving: boolean }
  /** `isPoison`: everybody's gate would leave it out. */
  | {
      readonly kind: 'local-update';
      readonly update: Uint8Array;
      readonly title: boolean;
      readonly isPoison?: boolean;
    }
  /** What follows from a local update, once it has been sent. */
  | { readonly kind: 'own-noted'; readonly counter: number; readonly sent: boolean; readonly bytes: number }
  | { readonly kind: 'stored'; readonly counter: number; readonly revision: number; readonly ok: boolean }
  | { readonly kind: 'timer'; readonly name: TimerName }
  | { readonly kind: 'session-opened'; readonly request: number; readonly outcome: Outcome<LiveSession> }
  | { readonly kind: 'pulled'; readonly request: number; readonly outcome: Outcome<LoadedLog> }
  | { readonly kind: 'appended'; readonly request: number; readonly outcome: Outcome<Appended> }
  | { readonly kind: 'relayed'; readonly request: number; readonly outcome: Outcome<Appended> }
  | { readonly kind: 'head-read'; readonly request: number; readonly outcome: Outcome<LogHead> }
  | {
      readonly kind: 'roster-read';
      readonly request: number;
      readonly outcome: Outcome<readonly KeyedEntry[]>;
    }
  | { readonly kind: 'folded'; readonly request: number; readonly outcome: Outcome<null> }
  /** Is the document what the digest of the snapshot at `seq` says? */
  | { readonly kind: 'compared'; readonly seq: number; readonly isSame: boolean }
  /** After updates were applied: does the document hold parts that wait for others? */
  | { readonly kind: 'applied'; readonly pending: boolean }
  /** The log holds content of a newer client. `isFirst`: nothing of the document has been shown yet. */
  | { readonly kind: 'not-understood'; readonly isFirst: boolean }
  | { readonly kind: 'lane-joined'; readonly round: number; readonly lane: Lane }
  | { readonly kind: 'lane-closed'; readonly round: number; readonly lane: Lane; readonly reason: string }
  | { readonly kind: 'lane-bytes'; readonly lane: Lane; readonly bytes: Uint8Array }
  /** An update that came live has been shown, or could not be yet. */
  | { readonly kind: 'update-heard'; readonly frame: UpdateFrame; readonly shown: boolean }
  | { readonly kind: 'lane-message'; readonly lane: Lane; readonly event: string; readonly payload: unknown }
  | { readonly kind: 'present'; readonly sessions: readonly string[] }
  | { readonly kind: 'cursor-moved' }
  /** The cursor has not moved for a while. */
  | { readonly kind: 'cursor-rested' };

/** The server's answer to an opened session, ready to tag what is said live. */
export interface LiveSession extends LogFacts {
  readonly tagKey: TagKey;
}

export type Effect =
  | { readonly kind: 'open-session'; readonly request: number }
  | { readonly kind: 'pull'; readonly request: number; readonly after: number | null }
  | {
      readonly kind: 'append';
      readonly request: number;
      readonly generation: number;
      readonly firstCounter: number;
      readonly updates: readonly Uint8Array[];
      readonly title: boolean;
      readonly leaving: boolean;
    }
  /** Append for the session `of` what it said live. */
  | {
      readonly kind: 'relay';
      readonly request: number;
      readonly of: string;
      readonly generation: number;
      readonly updates: readonly SaidUpdate[];
    }
  | { readonly kind: 'read-head'; readonly request: number; readonly since: number }
  | { readonly kind: 'read-roster'; readonly request: number }
  | {
      readonly kind: 'store';
      readonly counter: number;
      readonly revision: number;
      readonly generation: number;
      readonly update: Uint8Array;
      readonly title: boolean;
    }
  | { readonly kind: 'forget'; readonly upTo: number }
  /** Keep what own updates may rest on; comes before the `store` of those. */
  | {
      readonly kind: 'keep-heard';
      readonly of: string;
      readonly generation: number;
      readonly updates: readonly SaidUpdate[];
    }
  | { readonly kind: 'forget-heard'; readonly of: string; readonly generation: number; readonly upTo: number }
  | { readonly kind: 'join'; readonly round: number; readonly epoch: number; readonly lane: Lane }
  | { readonly kind: 'leave' }
  /** Show this session in presence. */
  | { readonly kind: 'announce' }
  /** Give up the connection under the lanes. */
  | { readonly kind: 'reset-socket' }
  | { readonly kind: 'send'; readonly lane: 'upd'; readonly bytes: Uint8Array }
  /** Send the own cursor as it is now, for these sessions; the core does not know awareness. */
  | {
      readonly kind: 'send-cursor';
      readonly head: number;
      readonly author: TagKey;
      readonly readers: readonly string[];
    }
  | { readonly kind: 'fold'; readonly request: number }
  | { readonly kind: 'compare'; readonly seq: number; readonly digest: string }
  /** The document differs from the log for good: the host has to open a fresh one. */
  | { readonly kind: 'diverged' }
  /** Forget the parts of the document that wait for others. */
  | { readonly kind: 'drop-pending' }
  /** Say this next. What goes to others, or is to be shown, does not wait for what is to be noted about it here. */
  | { readonly kind: 'then'; readonly event: CoreEvent }
  | { readonly kind: 'apply'; readonly updates: readonly IncomingUpdate[] }
  | {
      readonly kind: 'show-cursor';
      readonly entry: RosterEntry;
      readonly clock: number;
      readonly bytes: Uint8Array;
    }
  /** These peers are here, however long they have sent nothing. */
  | { readonly kind: 'keep-cursors'; readonly clientIds: readonly number[] }
  | { readonly kind: 'hide-cursors'; readonly clientIds: readonly number[] }
  | { readonly kind: 'name-cursors'; readonly roster: readonly RosterEntry[] }
  | { readonly kind: 'start-timer'; readonly name: TimerName; readonly delayMs: number }
  | { readonly kind: 'stop-timer'; readonly name: TimerName };

export interface IncomingUpdate {
  readonly bytes: Uint8Array;
  readonly source: 'snapshot' | 'log' | 'live';
  /**
   * The Yjs client id of its author, where the roster knows it. A live update may hold nothing of any other client; the
   * server has checked what is in the log.
   */
  readonly clientId: number | null;
}
