/** A `fetch` and a supabase-js client that call services in this process, without a gateway or a port. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import type { Service } from '../../src/embedded-supabase/service.ts';

const ORIGIN = 'http://127.0.0.1:54321';

/** @param services by their path prefix at the gateway, e.g. `/rest/v1`. */
export function fetchInProcess(services: Readonly<Record<string, Service>>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const found = Object.entries(services).find(([prefix]) => url.pathname.startsWith(`${prefix}/`));
    if (found === undefined) throw new Error(`No service at ${url.pathname}.`);
    const [prefix, service] = found;
    url.pathname = url.pathname.slice(prefix.length);
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    const token = bearer ?? request.headers.get('apikey');
    return await service(new Request(url, request), { token, ip: '127.0.0.1', origin: ORIGIN });
  };
}

/** @param token serves as both the API key and the bearer token. */
export function createInProcessClient(
  services: Readonly<Record<string, Service>>,
  token: string,
): SupabaseClient {
  return createClient(ORIGIN, token, {
    global: { fetch: fetchInProcess(services) },
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}
