/** An edge function for scheduled jobs: called with a secret key of the project and without a body. */
import { openDatabase, type Database } from './database.ts';
import { answer, refuse } from './define-function.ts';
import { readEnv, type Env } from './env.ts';
import { Refusal } from './refusal.ts';
import { openStorage, type Storage } from './storage.ts';

interface Tools {
  readonly database: Database;
  readonly storage: Storage;
}

export function defineTask(run: (tools: Tools) => Promise<unknown>): (request: Request) => Promise<Response> {
  const env = readEnv();
  const tools = { database: openDatabase(env), storage: openStorage(env) };
  return async (request) => {
    try {
      if (request.method !== 'POST') throw new Refusal('bad_request', 'POST only');
      await requireSecretKey(request, env);
      await request.body?.cancel();
      return answer(await run(tools));
    } catch (error) {
      return refuse(error, request.headers.get('x-request-id'));
    }
  };
}

async function requireSecretKey({ headers }: Request, { secretKeys }: Env): Promise<void> {
  const shown = headers.get('apikey') ?? /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  // Hashes are compared, so that timing reveals nothing about a key.
  const [hash, ...known] = await Promise.all([shown, ...secretKeys].map(sha256));
  if (!known.includes(hash)) throw new Refusal('unauthenticated', 'needs a secret key of the project');
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(digest).toString();
}
