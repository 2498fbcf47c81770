/** What the program was asked to do, from its words and variables (see main.ts). */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Address } from './listen-address.ts';

export interface Settings {
  readonly projectDir: string;
  readonly dataDir: string;
  readonly address: Address;
  /** Folder of the built app to serve too. */
  readonly appDir: string | null;
  /** The app is to be served alone, for this Supabase. */
  readonly elsewhere: { readonly url: string; readonly publishableKey: string } | null;
  /** A PostgreSQL to use instead of an own one. */
  readonly databaseUrl: string | null;
  /** Start functions afresh when a file of theirs changes. */
  readonly watch: boolean;
  /** Keep keys and addresses of the parts to itself. */
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

/** Throws an Error with a code and a sentence for people when a word or the port is not understood. */
export function readSettings(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const { values } = parseArgs({ args: [...words], options: OPTIONS });
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = env;
  const hasApp = values.app !== undefined;
  return {
    projectDir: resolve(values.dir),
    dataDir: resolve(values['data-dir'] ?? env['DATA_DIR'] ?? join(values.dir, '.spolu')),
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
