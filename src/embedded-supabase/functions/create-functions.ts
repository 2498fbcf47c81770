/**
 * The entrance to edge functions: which ones exist, and who may call them. `verify_jwt` and the replies are those of
 * Supabase's local runtime (supabase/cli, functions serve).
 */
import type { FunctionConfig } from './function-config.ts';
import type { Service } from '../service.ts';
import type { Tokens } from '../keys/tokens.ts';

export interface FunctionsRuntime {
  /** Whether the function exists now. */
  readonly has: (name: string) => boolean;
  /** Null when the runtime is down and does not come back in time. Path: `/name/…`. */
  readonly call: (request: Request) => Promise<Response | null>;
}

export interface FunctionsDependencies {
  readonly runtime: FunctionsRuntime;
  readonly tokens: Tokens;
  readonly configOf: (name: string) => FunctionConfig;
}

export function createFunctions({ runtime, tokens, configOf }: FunctionsDependencies): Service {
  return async (request) => {
    const name = new URL(request.url).pathname.split('/')[1] ?? '';
    if (!isFunctionName(name) || !runtime.has(name) || !configOf(name).enabled) {
      return new Response('Function not found', { status: 404 });
    }
    if (request.method !== 'OPTIONS' && configOf(name).verify_jwt) {
      const refusal = await checkToken(request.headers.get('authorization'), tokens);
      if (refusal !== null) return Response.json({ msg: refusal }, { status: 401 });
    }
    const response = await runtime.call(request);
    return (
      response ??
      Response.json(
        { code: 'BOOT_ERROR', message: 'Worker failed to boot (please check logs)' },
        { status: 503 },
      )
    );
  };
}

/** Folders that start with `_` hold shared code, not functions. */
export function isFunctionName(name: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(name);
}

async function checkToken(authorization: string | null, tokens: Tokens): Promise<string | null> {
  if (authorization === null) return 'Error: Missing authorization header';
  const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) return "Error: Auth header is not 'Bearer {token}'";
  const verified = await tokens.verify(token);
  return verified.ok ? null : 'Invalid JWT';
}
