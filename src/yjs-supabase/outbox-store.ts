import type { SaidUpdate } from './document-log.ts';

/**
 * Where own updates wait until the log has them, with what they rest on. A port: IndexedDB in a browser.
 *
 * For implementers: `put` replaces an item of the same session and counter, resolves once the bytes would survive a
 * crash of the process (strict durability), and rejects if they would not; it must settle soon. The provider sends an
 * item anywhere only after its `put` has settled, except when the page goes away; on a rejection it sends it all the
 * same and calls the work *not saved* until the log has it.
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
}

/** Somebody else's session, and the own one that heard it. */
export interface HeardSession {
  readonly documentId: string;
  readonly sessionId: string;
  readonly generation: number;
  readonly heardBy: string;
}

/** What somebody else said live and the log lacks; own updates may rest on it. */
export interface HeardItem extends HeardSession, SaidUpdate {}

export interface OutboxStore {
  /**
   * True when what is kept here outlives the process, so that nothing is sent live before it is kept; false when "kept on
   * this device" is never to be claimed, and nothing is put here. The same from the first moment on.
   */
  readonly durable: boolean;
  /** False while something that was said to be kept may be gone, and before anything can be kept. */
  readonly intact: boolean;
  put(item: OutboxItem): Promise<void>;
  /** The log has the items of a session up to and including a counter: the store may forget them. */
  delete(sessionId: string, upToCounter: number): Promise<void>;
  /** Kept no later than what is `put` after it. Several items may bear one counter: only the log can tell which is true. */
  keepHeard(items: readonly HeardItem[]): Promise<void>;
  /** The log has what was heard of a session up to and including a counter, or never will. */
  forgetHeard(of: HeardSession, upToCounter: number): Promise<void>;
  /** Everything kept that the log does not have, oldest counter first within a session. */
  list(): Promise<readonly OutboxItem[]>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** For hosts that have no place for it: nothing is kept. */
export const NO_STORE: OutboxStore = {
  durable: false,
  intact: true,
  put: nothing,
  delete: nothing,
  keepHeard: nothing,
  forgetHeard: nothing,
  list: () => Promise.resolve([]),
};
