/** Reads a project's keys from the environment and the data folder. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';
import { generateSigningKey } from '../keys/open-tokens.ts';
import { areKeysPublic, generateKeySource, type ProjectKeys, readProjectKeys } from '../keys/project-keys.ts';

export interface KeyOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Others can reach this server, so the well-known keys must not be used. */
  readonly isPublic: boolean;
  readonly say?: (sentence: string) => void;
}

const keyFile = z.object({ jwtSecret: z.string(), publishableKey: z.string(), secretKey: z.string() });
const MIN_SECRET_CHARS = 32;

/** Well-known keys on a server that others can reach, or a secret that can be guessed. */
export class UnsafeKeysError extends Error {
  readonly code = 'unsafe_keys';
}

/**
 * `JWT_SECRET`, `ANON_KEY`, `SERVICE_ROLE_KEY`, `PUBLISHABLE_KEY` and `SECRET_KEY` take precedence. Next is `keys.json` in the
 * data folder, created on the first public start; last are the keys of `supabase start`. Throws `UnsafeKeysError`.
 */
export async function readKeys({ dataDir, env, isPublic, say }: KeyOptions): Promise<ProjectKeys> {
  const file = join(dataDir, 'keys.json');
  const isComplete = env['JWT_SECRET'] !== undefined && env['SECRET_KEY'] !== undefined;
  if (isPublic && !isComplete && !existsSync(file)) {
    writePrivateFile(file, generateKeySource());
    say?.(`Generated keys for this server, because others can reach it: ${file}`);
  }
  const kept = existsSync(file) ? keyFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const set = {
    jwtSecret: env['JWT_SECRET'],
    publishableKey: env['PUBLISHABLE_KEY'],
    secretKey: env['SECRET_KEY'],
    anonKey: env['ANON_KEY'],
    serviceRoleKey: env['SERVICE_ROLE_KEY'],
  };
  const known = Object.entries(set).filter(([, value]) => value !== undefined && value !== '');
  const keys = await readProjectKeys({ ...kept, ...Object.fromEntries(known) });
  if (keys.jwtSecret.length < MIN_SECRET_CHARS) {
    throw new UnsafeKeysError(`JWT_SECRET is too short: it needs at least ${MIN_SECRET_CHARS} characters.`);
  }
  if (isPublic && areKeysPublic(keys)) {
    throw new UnsafeKeysError(
      'Others can reach this server, but its keys are the public defaults: set JWT_SECRET and SECRET_KEY to your own.',
    );
  }
  return keys;
}

/** The project's ES256 key, created on first use. */
export async function readSigningKey(dataDir: string): Promise<JWK> {
  const file = join(dataDir, 'signing-key.json');
  if (!existsSync(file)) writePrivateFile(file, await generateSigningKey());
  return JSON.parse(readFileSync(file, 'utf8')) as JWK;
}

function writePrivateFile(file: string, content: unknown): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}
