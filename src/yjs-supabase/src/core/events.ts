/** The core's inputs (events) and outputs (effects). */
import type {
  Appended,
  LoadedLog,
  LogFacts,
  LogHead,
  Outcome,
  KeyedEntry,
  PresentEntry,
  RosterEntry,
  ReceivedUpdate,
} from '../ports/document-log.ts';
import type { UpdateFrame } from '../protocol/frame.ts';
import type { SignedContent, SignedFrame, SignedUpdateFrame } from '../protocol/signed-frame.ts';
import type { TagKey } from '../protocol/tag.ts';

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
  'notice',
  'announce',
  'head-message',
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

/** `request` identifies the request that a reply belongs to, so that a reply to a timed-out request is ignored. */
export type CoreEvent =
  | { readonly kind: 'connect' }
  | { readonly kind: 'disconnect' }
  /** The host showed a text that it had kept. `hasUnlogged`: with changes that wait for another session to send them. */
  | { readonly kind: 'kept-shown'; readonly place: TextPlace; readonly hasUnlogged: boolean }
  /** Another session has sent the changes that were shown with a kept text. */
  | { readonly kind: 'kept-logged' }
  /** Leave the lanes for good, but keep saving. */
  | { readonly kind: 'retire' }
  /** The host woke up, came online or became visible. */
  | { readonly kind: 'wake' }
  /** The page is no longer visible. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'flush'; readonly leaving: boolean }
  /** `isPoison`: the gate of every client would reject it. */
  | {
      readonly kind: 'local-update';
      readonly update: Uint8Array;
      readonly title: boolean;
      /** Which deleted text the change inserts again (`doc/heirs.ts`). */
      readonly heirs?: string;
      readonly isPoison?: boolean;
    }
  /** Second half of `local-update`, run after its frame has been sent. */
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
  /** Whether the document matches the digest of the snapshot at `seq`. */
  | { readonly kind: 'compared'; readonly seq: number; readonly isSame: boolean }
  /** Updates were applied. `pending`: the document holds structs that wait for missing ones. */
  | { readonly kind: 'applied'; readonly pending: boolean }
  /** The log holds content of a newer client. `isFirst`: the document has not been loaded yet. */
  | { readonly kind: 'not-understood'; readonly isFirst: boolean }
  | { readonly kind: 'lane-joined'; readonly round: number; readonly lane: Lane }
  | { readonly kind: 'lane-closed'; readonly round: number; readonly lane: Lane; readonly reason: string }
  | { readonly kind: 'lane-bytes'; readonly lane: Lane; readonly bytes: Uint8Array }
  /** Second half of a live update frame. `shown`: its author was proven and it was applied. */
  | { readonly kind: 'update-received'; readonly frame: ReceivedFrame; readonly shown: boolean }
  /** Answers `verify`. */
  | {
      readonly kind: 'frame-verified';
      readonly frame: SignedFrame;
      readonly isValid: boolean;
      readonly isHeld: boolean;
    }
  | { readonly kind: 'lane-message'; readonly lane: Lane; readonly event: string; readonly payload: unknown }
  | { readonly kind: 'present'; readonly sessions: readonly string[] }
  | { readonly kind: 'cursor-moved' }
  /** The cursor has not moved for a while. */
  | { readonly kind: 'cursor-rested' }
  /** Send a notice to these sessions. One that still waits under the same name is replaced. */
  | {
      readonly kind: 'send-notice';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly to: readonly string[];
    };

/** The document as the log has it up to a seq. `chain` is the log's running hash there. */
export interface TextPlace {
  readonly generation: number;
  readonly seq: number;
  readonly chain: string;
  /** The role with which it was read. */
  readonly role: string;
  readonly mayEdit: boolean;
}

export type ReceivedFrame = UpdateFrame | SignedUpdateFrame;

/** The server's reply to an opened session, with the key that tags live updates. */
export interface LiveSession extends LogFacts {
  readonly tagKey: TagKey;
}

export type Effect =
  | { readonly kind: 'open-session'; readonly request: number }
  /** `difference`: request only the structs that the document lacks, by its state vector. */
  | {
      readonly kind: 'pull';
      readonly request: number;
      readonly after: number | null;
      readonly difference: boolean;
    }
  | {
      readonly kind: 'append';
      readonly request: number;
      readonly generation: number;
      readonly firstCounter: number;
      readonly updates: readonly Uint8Array[];
      readonly title: boolean;
      /** Of each update. */
      readonly heirs: readonly string[];
      readonly leaving: boolean;
    }
  /** Append, on behalf of the session `of`, updates that it broadcast. */
  | {
      readonly kind: 'relay';
      readonly request: number;
      readonly of: string;
      readonly generation: number;
      readonly updates: readonly ReceivedUpdate[];
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
      readonly heirs: string;
    }
  | { readonly kind: 'forget'; readonly upTo: number }
  /** Keep remote updates that local ones may depend on; precedes the `store` of those. */
  | {
      readonly kind: 'keep-unlogged';
      readonly of: string;
      readonly generation: number;
      readonly updates: readonly ReceivedUpdate[];
    }
  | {
      readonly kind: 'forget-unlogged';
      readonly of: string;
      readonly generation: number;
      readonly upTo: number;
    }
  | { readonly kind: 'join'; readonly round: number; readonly epoch: number; readonly lane: Lane }
  | { readonly kind: 'leave' }
  /** Add this session to presence. */
  | { readonly kind: 'announce' }
  /** Close the socket that carries the lanes unless it replies within a few seconds. */
  | { readonly kind: 'check-socket' }
  /** Close the socket that carries the lanes. */
  | { readonly kind: 'reset-socket' }
  | { readonly kind: 'send'; readonly lane: 'upd' | 'aw'; readonly bytes: Uint8Array }
  /** Send the current local cursor, proven to these sessions. The core has no access to awareness. */
  | {
      readonly kind: 'send-cursor';
      readonly head: number;
      readonly author: TagKey;
      readonly readers: readonly string[];
    }
  /** Sign this frame and send it, with the current local cursor. */
  | {
      readonly kind: 'sign';
      readonly lane: 'upd' | 'aw';
      readonly generation: number;
      readonly content: SignedContent;
    }
  /** `isHeld`: the frame had waited for the public key. */
  | {
      readonly kind: 'verify';
      readonly publicKey: Uint8Array;
      readonly generation: number;
      readonly frame: SignedFrame;
      readonly isHeld: boolean;
    }
  | { readonly kind: 'fold'; readonly request: number }
  | { readonly kind: 'compare'; readonly seq: number; readonly digest: string }
  /** The document still differs from the log after a reread: the host has to open a fresh one. */
  | { readonly kind: 'diverged' }
  /** Drop the document's pending structs. */
  | { readonly kind: 'drop-pending' }
  /** Dispatch `event` after the effects of this step, so that sending and rendering come before bookkeeping. */
  | { readonly kind: 'then'; readonly event: CoreEvent }
  | { readonly kind: 'apply'; readonly updates: readonly IncomingUpdate[] }
  | {
      readonly kind: 'show-cursor';
      readonly entry: RosterEntry;
      readonly clock: number;
      readonly bytes: Uint8Array;
      /** From a signed frame: not JSON. */
      readonly isBinary: boolean;
    }
  /** A notice of a peer, with its author proven. */
  | { readonly kind: 'receive-notice'; readonly entry: RosterEntry; readonly bytes: Uint8Array }
  /** The host's server sent this, on `ctl` or, as `head`, with the head's reply. */
  | { readonly kind: 'tell-host'; readonly name: string; readonly value: unknown }
  /** Do not time out these peers' cursors. */
  | { readonly kind: 'keep-cursors'; readonly clientIds: readonly number[] }
  | { readonly kind: 'hide-cursors'; readonly clientIds: readonly number[] }
  | { readonly kind: 'name-cursors'; readonly roster: readonly PresentEntry[] }
  | { readonly kind: 'start-timer'; readonly name: TimerName; readonly delayMs: number }
  | { readonly kind: 'stop-timer'; readonly name: TimerName };

export interface IncomingUpdate {
  readonly bytes: Uint8Array;
  /** `recalled`: received live, and the log has an update of this session and counter by now, maybe another one. */
  readonly source: 'snapshot' | 'log' | 'live' | 'recalled';
  /**
   * The author's Yjs client id, if the roster lists it. A live or recalled update must contain structs of this client
   * only; for rows of the log the server has checked that.
   */
  readonly clientId: number | null;
}
