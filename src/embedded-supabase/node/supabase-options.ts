/** What an embedded Supabase is started with. */
import type { Config } from '../config.ts';
import type { After } from '../sweeping.ts';
import type { Address } from './listen-address.ts';
import type { Answered } from './observe-requests.ts';

export interface SupabaseOptions extends Address {
  /** The folder that holds `supabase/`. */
  readonly projectDir: string;
  /** Where everything is kept: database, keys, uploaded files. */
  readonly dataDir: string;
  /** Keys (`JWT_SECRET`, …), mail (`SMTP_URL`, `SMTP_FROM`), and what `env()` in config.toml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A PostgreSQL 15 or newer to use instead of an own one; what its role lacks is said (`db/missing-rights.ts`). */
  readonly databaseUrl?: string;
  /** The built app to serve beside the API. */
  readonly staticDir?: string;
  readonly trustProxy?: boolean;
  /** Data that may be lost: for tests. */
  readonly fast?: boolean;
  /** Changes settings after they were read: for tests. */
  readonly configure?: (config: Config) => Config;
  /** What tokens and mails go by, in milliseconds since 1970; the database has a clock of its own: for tests. */
  readonly clock?: () => number;
  /** What the time until the next sweep is measured with: for tests. */
  readonly after?: After;
  /** Sentences for people. */
  readonly say: (sentence: string) => void;
  /** What went wrong while it ran, and in which request if it was in one. */
  readonly onError: (error: unknown, requestId?: string | null) => void;
  /** Lines that edge functions print; `say` is told otherwise. */
  readonly onFunctionLine?: (line: string) => void;
  readonly onAnswered?: (answered: Answered) => void;
}
