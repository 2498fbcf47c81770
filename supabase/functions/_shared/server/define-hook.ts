/** An edge function that other services call, or a link in a mail: without a user, and with a small body of any kind. */
import { openDatabase, type Database } from './database.ts';
import { refuse } from './define-function.ts';
import { readEnv, readMailEnv, type MailEnv } from './env.ts';
import { Refusal } from './refusal.ts';

export interface HookCall {
  readonly request: Request;
  readonly url: URL;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly database: Database;
  readonly env: MailEnv;
}

interface Hook {
  readonly methods: readonly string[];
  readonly maxBytes: number;
  readonly handle: (call: HookCall) => Promise<Response>;
}

export function defineHook({ methods, maxBytes, handle }: Hook): (request: Request) => Promise<Response> {
  const database = openDatabase(readEnv());
  const env = readMailEnv();
  return async (request) => {
    try {
      if (!methods.includes(request.method))
        throw new Refusal('bad_request', `${methods.join(' and ')} only`);
      const body = await readBody(request, maxBytes);
      return await handle({ request, url: new URL(request.url), body, database, env });
    } catch (error) {
      return refuse(error, request.headers.get('x-request-id'));
    }
  };
}

async function readBody({ headers, body }: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('too_large');
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  for await (const chunk of body ?? []) {
    if (size + chunk.length > maxBytes) throw new Refusal('too_large');
    bytes.set(chunk, size);
    size += chunk.length;
  }
  return bytes.subarray(0, size);
}
