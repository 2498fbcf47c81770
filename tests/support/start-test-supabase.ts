/** The whole embedded Supabase on a free port, on a temporary real PostgreSQL. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../src/embedded-supabase/node/config.ts';
import type { OpenedDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import type { Metrics } from '../../src/embedded-supabase/node/metrics.ts';
import type { Answered } from '../../src/embedded-supabase/node/observe-requests.ts';
import { keepHistoryKey } from '../../scripts/keep-history-key.ts';
import { startSupabase } from '../../src/embedded-supabase/node/start-supabase.ts';
import { makeTestDataDir } from './open-test-database.ts';

export interface TestSupabase {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly database: OpenedDatabase;
  readonly dataDir: string;
  /** Errors that caused a 500 reply. */
  readonly errors: unknown[];
  /** Messages for the console. */
  readonly said: string[];
  /** The server's hourly cleanup. */
  readonly sweep: () => Promise<void>;
  /** Sends the mails that are due now. */
  readonly sendMails: () => Promise<void>;
  readonly answered: Answered[];
  readonly metrics: Metrics;
  readonly close: () => Promise<void>;
}

export interface TestSupabaseOptions {
  /** Folder that contains `supabase/`; by default, the repository. */
  readonly dir?: string;
  /** Changes settings of `config.toml`. Rate limits of sign-up and sign-in are already raised. */
  readonly configure?: (config: Config) => Config;
  readonly env?: Readonly<Record<string, string>>;
  readonly staticDir?: string;
  readonly clock?: () => number;
  /** An existing data folder, which is not deleted. */
  readonly dataDir?: string;
  readonly port?: number;
}

export async function startTestSupabase(options: TestSupabaseOptions = {}): Promise<TestSupabase> {
  const dataDir = options.dataDir ?? (await makeTestDataDir());
  await keepHistoryKey(dataDir);
  const errors: unknown[] = [];
  const said: string[] = [];
  const answered: Answered[] = [];
  const supabase = await startSupabase({
    projectDir: options.dir ?? join(import.meta.dirname, '../..'),
    dataDir,
    host: '127.0.0.1',
    port: options.port ?? 0,
    env: options.env ?? {},
    fast: true,
    // Disables scheduled jobs, which would run in the middle of a test.
    after: () => () => undefined,
    configure: (config) => (options.configure ?? ((same) => same))(openLimits(config)),
    say: (sentence) => said.push(sentence),
    onError: (error) => errors.push(error),
    onAnswered: (answer) => answered.push(answer),
    ...(options.staticDir === undefined ? {} : { staticDir: options.staticDir }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const { publishableKey, secretKey, anonKey, serviceRoleKey } = supabase.keys;
  return {
    publishableKey,
    secretKey,
    anonKey,
    serviceRoleKey,
    dataDir,
    errors,
    said,
    answered,
    metrics: supabase.metrics,
    url: supabase.url,
    database: supabase.database,
    sweep: () => supabase.sweep(),
    sendMails: () => supabase.sendMails(),
    close: async () => {
      await supabase.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function openLimits(config: Config): Config {
  const many = 1_000_000;
  const rate_limit = {
    ...config.auth.rate_limit,
    token_refresh: many,
    sign_in_sign_ups: many,
    token_verifications: many,
  };
  return { ...config, auth: { ...config.auth, rate_limit } };
}
