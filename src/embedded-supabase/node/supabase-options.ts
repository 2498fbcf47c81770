/** Options of `startSupabase`. */
import type { Config } from './config.ts';
import type { After } from '../sweep/sweeping.ts';
import type { Address } from './listen-address.ts';
import type { Answered } from './observe-requests.ts';

export interface SupabaseOptions extends Address {
  /** The folder that holds `supabase/`. */
  readonly projectDir: string;
  /** Folder for all data: database, keys, uploaded files. */
  readonly dataDir: string;
  /** Keys (`JWT_SECRET`, …), mail (`SMTP_URL`, `SMTP_FROM`), and what `env()` in config.toml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An existing PostgreSQL 15 or newer to use. Rights that its role lacks are reported (`db/missing-rights.ts`). */
  readonly databaseUrl?: string;
  /** The built app to serve beside the API. */
  readonly staticDir?: string;
  readonly trustProxy?: boolean;
  /** Disables fsync, so data may be lost: for tests. */
  readonly fast?: boolean;
  /** Changes settings after they were read: for tests. */
  readonly configure?: (config: Config) => Config;
  /** The clock for tokens and emails, in milliseconds since 1970. Does not affect the database's clock. For tests. */
  readonly clock?: () => number;
  /** The timer for the next sweep: for tests. */
  readonly after?: After;
  /** Receives sentences for users. */
  readonly say: (sentence: string) => void;
  /** Receives runtime errors, with the id of the request in which they occurred, if any. */
  readonly onError: (error: unknown, requestId?: string | null) => void;
  /** Receives lines that edge functions print; defaults to `say`. */
  readonly onFunctionLine?: (line: string) => void;
  readonly onAnswered?: (answered: Answered) => void;
}
