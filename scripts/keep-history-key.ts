/** The key that a deployment signs histories with (`_shared/server/history-key.ts`). */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';

/** A line that sets a new key, as `supabase secrets set` and env files understand it. */
export async function generateHistoryKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return `HISTORY_SIGNING_KEY='${JSON.stringify(await exportJWK(privateKey))}'`;
}

/** Adds a key to the secrets of the embedded Supabase's functions, on the first start. */
export async function keepHistoryKey(dataDir: string): Promise<void> {
  const file = join(dataDir, 'functions.env');
  if (existsSync(file)) return;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${await generateHistoryKey()}\n`, { mode: 0o600 });
}
