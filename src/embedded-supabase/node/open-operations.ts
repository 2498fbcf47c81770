/** Health checks and metrics of the embedded Supabase. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationVersions } from './migrate.ts';
import type { OpenedDatabase } from './open-database.ts';
import { createOperations } from '../gateway/operations.ts';
import type { Service } from '../service.ts';
import { isLoopback } from './listen-address.ts';
import { createMetrics, type Metrics, type MetricsSources } from './metrics.ts';
import type { Answered } from './observe-requests.ts';
import { readMigrationFiles } from './read-project.ts';

export interface OperationsParts extends Omit<MetricsSources, 'pools'> {
  readonly database: OpenedDatabase;
  /** Null where this server does not apply migrations. */
  readonly projectDir: string | null;
  /** The folder of uploaded files; null without Storage. */
  readonly storageDir: string | null;
  readonly metricsToken: string | null;
  /** Whether all requests come through a proxy on this machine. */
  readonly isBehindProxy: boolean;
  readonly onError: (error: unknown) => void;
  readonly onAnswered: ((answered: Answered) => void) | undefined;
}

export interface Operations {
  readonly service: Service;
  readonly metrics: Metrics;
  /** Receives every answer. */
  readonly onAnswered: (answered: Answered) => void;
}

export function openOperations(parts: OperationsParts): Operations {
  const { database, projectDir, storageDir, onError } = parts;
  const metrics = createMetrics({ ...parts, pools: () => database.pools() });
  const service = createOperations({
    parts: {
      database: () => database.query('select 1'),
      ...(projectDir !== null && { migrations: requireMigrated(database, projectDir) }),
      ...(storageDir !== null && { storage: () => requireWritable(join(storageDir, 'tmp')) }),
    },
    metrics: () => metrics.registry.metrics(),
    metricsToken: parts.metricsToken,
    isOwnMachine: (ip) => !parts.isBehindProxy && isLoopback(ip.replace(/^::ffff:/, '')),
    onError,
  });
  const onAnswered = (answered: Answered) => {
    metrics.answered(answered);
    parts.onAnswered?.(answered);
  };
  return { service, metrics, onAnswered };
}

/** The files are read once; newer ones are applied at the next start. */
function requireMigrated(database: OpenedDatabase, projectDir: string): () => Promise<void> {
  const wanted = migrationVersions(readMigrationFiles(projectDir));
  return async () => {
    const { rows } = await database.query<{ version: string }>(
      `select version from unnest($1::text[]) as wanted (version)
       where version not in (select version from supabase_migrations.schema_migrations)`,
      [wanted],
    );
    if (rows.length > 0)
      throw new Error(`Migrations are missing: ${rows.map(({ version }) => version).join(', ')}`);
  };
}

async function requireWritable(folder: string): Promise<void> {
  const file = join(folder, `ready-${randomUUID()}`);
  await writeFile(file, 'ready');
  await rm(file);
}
