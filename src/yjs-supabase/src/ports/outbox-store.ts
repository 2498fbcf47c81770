import type { ReceivedUpdate } from './document-log.ts';

/**
 * Stores local updates until the log has them, and the remote updates they depend on. A port: IndexedDB in a browser.
 *
 * For implementers: `put` replaces an item of the same session and counter. It resolves once the bytes would survive a crash of
 * the process (strict durability), and rejects if they would not. It must settle soon. The provider sends an item only after
 * its `put` has settled, except when the page is leaving. After a rejection it still sends the item, and reports the change
 * as *not saved* until the log has it.
 */

export interface OutboxItem {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  /** The Yjs client id that wrote the update. */
  readonly clientId: number;
  /** Contiguous within the session, from 1. */
  readonly counter: number;
  readonly update: Uint8Array;
  /** The update changes the title. */
  readonly title: boolean;
  /** Which deleted text the update inserts again (`doc/heirs.ts`); '' for none. */
  readonly heirs: string;
}

/** A remote session, and the local one that received its updates. */
export interface UnloggedSession {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly receivedBy: string;
}

/** A remote update that was received live and that the log lacks; local updates may depend on it. */
export interface UnloggedItem extends UnloggedSession, ReceivedUpdate {}

export interface OutboxStore {
  /**
   * True when stored items outlive the process; the provider then sends nothing before it is stored. False when they do
   * not; the provider then stores nothing and never reports "kept on this device". Constant from creation on.
   */
  readonly durable: boolean;
  /** False until items can be stored, and while stored items may have been lost. */
  readonly intact: boolean;
  put(item: OutboxItem): Promise<void>;
  /** The log has the items of a session up to and including a counter: the store may delete them. */
  delete(sessionId: string, upToCounter: number): Promise<void>;
  /** Stored no later than a `put` that follows. Several items may share one counter; only the log can verify them. */
  keepUnlogged(items: readonly UnloggedItem[]): Promise<void>;
  /** The log has a session's updates up to and including a counter, or never will: the store may delete them. */
  forgetUnlogged(of: UnloggedSession, upToCounter: number): Promise<void>;
  /** All local items that the log does not have, oldest counter first within a session. */
  list(): Promise<readonly OutboxItem[]>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** For hosts without storage: stores nothing. */
export const NO_STORE: OutboxStore = {
  durable: false,
  intact: true,
  put: nothing,
  delete: nothing,
  keepUnlogged: nothing,
  forgetUnlogged: nothing,
  list: () => Promise.resolve([]),
};
