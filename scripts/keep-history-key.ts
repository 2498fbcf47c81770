/** The key that a deployment signs histories with, and those of before (`_shared/server/history-key.ts`). */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import { publicKey } from '#contract/proof/proof-keys.ts';

const SIGNING_KEY = 'HISTORY_SIGNING_KEY';
const FORMER_KEYS = 'HISTORY_FORMER_KEYS';

/** A line that sets a new key, as `supabase secrets set` and env files understand it. */
export async function generateHistoryKey(now: Date): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return line(SIGNING_KEY, { ...(await exportJWK(privateKey)), from: now.toISOString() });
}

const line = (name: string, value: unknown): string => `${name}='${JSON.stringify(value)}'`;

/** Adds a key to the secrets of the embedded Supabase's functions, on the first start. */
export async function keepHistoryKey(dataDir: string): Promise<void> {
  const file = join(dataDir, 'functions.env');
  if (existsSync(file)) return;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${await generateHistoryKey(new Date())}\n`, { mode: 0o600 });
}

/** The old key signs on until the functions read the new one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Replaces the key in an env file by a new one. Of the old key, the public half is kept, with the time until which it counts, so
 * that its proofs can still be verified. Other lines stay.
 */
export async function rotateHistoryKey(file: string, now: Date): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const env = parseEnv(text);
  const former = z.array(publicKey).parse(JSON.parse(env[FORMER_KEYS] ?? '[]'));
  const old = env[SIGNING_KEY];
  if (old === undefined) throw new Error(`${file} has no ${SIGNING_KEY}`);
  const last = {
    ...publicKey.parse(JSON.parse(old)),
    until: new Date(now.getTime() + OVERLAP_MS).toISOString(),
  };
  const others = text
    .split('\n')
    .filter((one) => one !== '' && !/^HISTORY_(?:SIGNING_KEY|FORMER_KEYS)=/.test(one));
  const lines = [...others, await generateHistoryKey(now), line(FORMER_KEYS, [last, ...former])];
  // The old key must not be lost half-way.
  writeFileSync(`${file}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
