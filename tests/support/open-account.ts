import { randomBytes } from 'node:crypto';
import { createClient, type SupabaseClient, type SupportedStorage } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { z } from 'zod';

const keysSchema = z.object({ publishableKey: z.string() });

export const PASSWORD = 'correct horse battery';

export interface Account {
  readonly caller: SupabaseClient;
  /** Entries that the app would have stored in the browser. */
  readonly localStorage: { readonly name: string; readonly value: string }[];
}

/** Signs a user up with the running app's server, from an address of its own: sign-ups are limited by address. */
export async function openAccount(url: string, name: string, email: string): Promise<Account> {
  const html = await (await fetch(`${url}/sign-up`)).text();
  const { publishableKey } = keysSchema.parse(
    JSON.parse(/id="supabase-config">([^<]*)</.exec(html)?.[1] ?? ''),
  );
  const kept = new Map<string, string>();
  const storage: SupportedStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  const address = `10.${[...randomBytes(3)].join('.')}`;
  const caller = createClient(url, publishableKey, {
    global: { headers: { 'x-forwarded-for': address } },
    auth: { storage, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const account = { email, password: PASSWORD, options: { data: { name, language: 'en-US' } } };
  const { data, error } = await caller.auth.signUp(account);
  if (data.session === null) throw error ?? new Error('an account without a session');
  return { caller, localStorage: [...kept].map(([key, value]) => ({ name: key, value })) };
}
