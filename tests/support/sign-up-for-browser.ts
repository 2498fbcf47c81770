import { createClient, type SupportedStorage } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { z } from 'zod';

const keysSchema = z.object({ publishableKey: z.string() });

/** A new user, Jana: an API client, and the state of a browser in which she is signed in. */
export async function signUpForBrowser(url: string) {
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
  const caller = createClient(url, publishableKey, {
    auth: { storage },
    realtime: { transport: WebSocket as never },
  });
  const { error } = await caller.auth.signUp({
    email: 'jana@example.com',
    password: 'correct horse battery',
    options: { data: { name: 'Jana' } },
  });
  if (error) throw error;
  const localStorage = [...kept].map(([name, value]) => ({ name, value }));
  return { caller, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } };
}
