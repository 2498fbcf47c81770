/** Reads the program's settings from its arguments and environment (see main.ts). */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Address } from './listen-address.ts';

export interface Settings {
  /** Of the app, as users know it: in the first line of the log and as the sender of mails. */
  readonly appName: string;
  readonly projectDir: string;
  readonly dataDir: string;
  readonly address: Address;
  /** Folder of the built app to serve too. */
  readonly appDir: string | null;
  /** Serve the app alone, for this Supabase. */
  readonly elsewhere: { readonly url: string; readonly publishableKey: string } | null;
  /** An existing PostgreSQL to use instead of starting one. */
  readonly databaseUrl: string | null;
  /** Restart functions when one of their files changes. */
  readonly watch: boolean;
  /** Do not print keys and addresses. */
  readonly quiet: boolean;
}

const OPTIONS = {
  dir: { type: 'string', default: '.' },
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  app: { type: 'string' },
  watch: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
} as const;

/** Throws an Error with a code and a message for users when an argument or the port is invalid. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = env;
  const hasApp = values.app !== undefined;
  const appName = env['APP_NAME'] || 'Supabase';
  return {
    appName,
    projectDir: resolve(values.dir),
    dataDir: resolve(values['data-dir'] ?? env['DATA_DIR'] ?? join(values.dir, `.${appName.toLowerCase()}`)),
    address: {
      host: values.host ?? env['HOST'] ?? '127.0.0.1',
      port: readPort(values.port ?? env['PORT'] ?? (hasApp ? '3000' : '54321')),
      ...(env['PUBLIC_URL'] ? { publicUrl: env['PUBLIC_URL'] } : {}),
    },
    appDir: values.app === undefined ? null : resolve(values.app),
    elsewhere: hasApp && url && publishableKey ? { url, publishableKey } : null,
    databaseUrl: env['DATABASE_URL'] || null,
    watch: values.watch,
    quiet: values.quiet,
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw Object.assign(new Error(`PORT must be a number from 0 to 65535, not ${text}.`), { code: 'port' });
}
