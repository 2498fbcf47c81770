/** Options and events of a provider. */
import type { Doc } from 'yjs';
import type { Awareness } from 'y-protocols/awareness';
import type { UpdateGate } from '../doc/admit.ts';
import type { TitleOptions } from './carry-out-requests.ts';
import type { OpenChannel } from '../ports/channel.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { CoreEvent, Effect, IncomingUpdate, Lane, TextPlace } from '../core/events.ts';
import type { CoreState } from '../core/state.ts';
import type { Settings } from '../core/settings.ts';
import type { ProviderView } from '../core/view.ts';
import type { DocumentLog, PresentEntry, RosterEntry } from '../ports/document-log.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { Signatures } from '../ports/signatures.ts';

export interface ProviderOptions {
  readonly log: DocumentLog;
  readonly openChannel: OpenChannel;
  /** Closes the socket that all channels share, after they delivered nothing although they looked joined. */
  readonly resetSocket?: () => void;
  /** Closes the socket unless it replies within a few seconds. Called while the channels are joined and deliver nothing. */
  readonly checkSocket?: () => void;
  /** Number of the document schema that this client supports; the server refuses older ones. */
  readonly schema: number;
  readonly awareness?: Awareness;
  /** False to wait for `connect()`. */
  readonly connect?: boolean;
  readonly store?: OutboxStore;
  readonly title?: TitleOptions;
  readonly topicOf?: (documentId: string, epoch: number, lane: Lane) => string;
  /**
   * Judges the content of updates; one gate for one provider. Content outside this client's schema ends the document
   * with `upgrade_required` when it comes from the log; a live update with such content is left out. Poison is always
   * left out.
   */
  readonly gate?: UpdateGate;
  /**
   * Bytes that are equal for equal documents. The digest of a server snapshot is the beginning of their SHA-256 in
   * hexadecimal digits. Without this option nothing is compared.
   */
  readonly fingerprint?: (doc: Doc) => Uint8Array;
  /** Makes and verifies signatures in rooms of many; null or left out, this session sends and reads proofs only. */
  readonly signatures?: Signatures | null;
  readonly settings?: Partial<Settings>;
  readonly clock?: Clock;
  readonly random?: Random;
  /** For tracing: called after each step of the core, before its effects are carried out. */
  readonly onStep?: (event: CoreEvent, state: CoreState, effects: readonly Effect[]) => void;
}

/** A document as a host kept it: the log up to a place, encoded as one update. */
export interface KeptText extends TextPlace {
  readonly state: Uint8Array;
  /** Updates of this user that the log has, and this state perhaps not. */
  readonly logged?: readonly Uint8Array[];
  /** Later updates of this user that wait on the device for a session that has ended; another part of the host sends them. */
  readonly updates: readonly Uint8Array[];
}

/** `Self` is the class that emits them. */
export type EventsOf<Self> = {
  status: (event: { status: 'connecting' | 'connected' | 'disconnected' }) => void;
  sync: (isSynced: boolean) => void;
  synced: (isSynced: boolean) => void;
  'connection-error': (error: unknown, provider: Self) => void;
  'connection-close': (reason: string, provider: Self) => void;
  'unsynced-changes': (count: number) => void;
  /** Everything a save indicator needs. */
  view: (view: ProviderView) => void;
  /** The present users; one entry per editing session. */
  people: (people: readonly PresentEntry[]) => void;
  /** A message that this session's peer sent by `sendNotice`; its sender was verified. */
  notice: (from: RosterEntry, bytes: Uint8Array) => void;
  /** A message of the host's server on `ctl`, by its name; as `head`, what that server adds to the head's reply. */
  host: (name: string, value: unknown) => void;
  /** Right before remote updates are applied in one transaction. */
  incoming: (updates: readonly IncomingUpdate[]) => void;
  /** The document differs from the log, and a reread did not help: open a fresh one. */
  diverged: () => void;
  /** A remote update did not pass the gate and was left out. */
  rejected: (update: Uint8Array) => void;
};
