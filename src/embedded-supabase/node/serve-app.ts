/** Serves the built app alone, for a hosted Supabase. */
import { createGateway } from '../gateway/gateway.ts';
import { readProjectKeys } from '../keys/project-keys.ts';
import { type Address, openDoors, reachableHost } from './listen-address.ts';
import { serve } from './serve.ts';
import { createStaticApp, type StaticAppOptions } from './static-app.ts';

export interface AppOptions extends Address, Required<Omit<StaticAppOptions, 'eventsPerSecond'>> {
  readonly onError: (error: unknown) => void;
}

export interface ServedApp {
  readonly url: string;
  close(): Promise<void>;
}

/** Throws `PortInUseError`. */
export async function serveApp(options: AppOptions): Promise<ServedApp> {
  const gateway = createGateway({
    services: { app: createStaticApp(options) },
    // No service here requires keys.
    keys: await readProjectKeys({}),
    doors: openDoors(options),
    onError: options.onError,
  });
  const server = await serve({ ...options, gateway });
  return { url: `http://${reachableHost(options.host)}:${server.port}`, close: () => server.close() };
}
