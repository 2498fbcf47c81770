/**
 * The library's client without a line: it keeps an expired session, which the library itself tries to renew for half a minute
 * before anybody can use it, and then not again for a minute. Only an answer of the server ends the session.
 */
import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js';
import { readStoredSession } from './stored-session.ts';

/** The library renews a session that ends sooner. */
const LATER_S = 150;

export class SteadyAuthClient extends GoTrueClient {
  isCut = false;

  constructor(options: GoTrueClientOptions) {
    super(options);
    const { storage } = this;
    this.storage = {
      getItem: async (key) => {
        const text = await storage.getItem(key);
        if (!this.isCut || key !== this.storageKey) return text;
        this.lastRefreshFailure = null;
        const kept = readStoredSession(() => text, Date.now());
        return kept ? JSON.stringify({ ...kept, expires_at: Date.now() / 1000 + LATER_S }) : text;
      },
      setItem: (key, text) => storage.setItem(key, text),
      removeItem: (key) => storage.removeItem(key),
    };
  }

  /** The server was not reached. False if there is no session to keep; the library then tries again for a while. */
  cut(): boolean {
    this.isCut = readStoredSession(() => localStorage.getItem(this.storageKey), Date.now()) !== null;
    return this.isCut;
  }

  answered(): void {
    if (this.isCut) this.lastRefreshFailure = null;
    this.isCut = false;
  }
}
