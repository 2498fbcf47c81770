/** Fixture of every part of the contract: a Supabase, and people with accounts there. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';

export interface ContractTarget {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The older form of the publishable key, where the project still takes it. */
  readonly anonKey?: string | undefined;
}

export interface Account {
  readonly client: SupabaseClient;
  readonly id: string;
  readonly email: string;
}

export const PASSWORD = 'correct horse battery';

const connect = (url: string, key: string): SupabaseClient =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });

const headersOf = (init: RequestInit) => Object.fromEntries(new Headers(init.headers));

export class Contract {
  readonly #accounts: string[] = [];
  readonly #clients: SupabaseClient[] = [];
  #target: ContractTarget | null = null;
  #admin: SupabaseClient | null = null;

  open(target: ContractTarget): void {
    this.#target = target;
    this.#admin = connect(target.url, target.secretKey);
  }

  /** Leaves no accounts behind. */
  async close(): Promise<void> {
    for (const client of this.#clients) await client.removeAllChannels();
    for (const id of this.#accounts) await this.admin.auth.admin.deleteUser(id);
  }

  /** May do everything. */
  get admin(): SupabaseClient {
    if (this.#admin === null) throw new Error('not open yet');
    return this.#admin;
  }

  /** A client without a signed-in user. */
  visit(): SupabaseClient {
    if (this.#target === null) throw new Error('not open yet');
    return connect(this.#target.url, this.#target.publishableKey);
  }

  /** A bare request below the project's address, with the publishable key and no token. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    if (this.#target === null) throw new Error('not open yet');
    const headers = new Headers({ apikey: this.#target.publishableKey, ...headersOf(init) });
    return await fetch(this.#target.url + path, { ...init, headers });
  }

  /** The same with the secret key. */
  async callAsAdmin(path: string, init: RequestInit = {}): Promise<Response> {
    const apikey = this.#target?.secretKey ?? '';
    const headers = { ...headersOf(init), apikey, authorization: `Bearer ${apikey}` };
    return await this.call(path, { ...init, headers });
  }

  get anonKey(): string | undefined {
    return this.#target?.anonKey;
  }

  /** Creates an account and signs in to it. */
  async signIn(): Promise<Account> {
    const email = `contract-${randomUUID()}@example.com`;
    const created = await this.admin.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ann' },
    });
    if (created.error) throw created.error;
    const { id } = created.data.user;
    this.#accounts.push(id);
    const client = this.visit();
    this.#clients.push(client);
    const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (signedIn.error) throw signedIn.error;
    return { client, id, email };
  }
}
