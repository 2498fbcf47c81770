/**
 * Measures the database's time for the most frequent calls: an append, the head of a page that polls, the list of a person with
 * a thousand documents. Without network and functions; run it in two work trees by turns to compare them.
 *
 * `npm run bench -- database --rounds 4000`
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../src/embedded-supabase/node/migrate.ts';
import { readMigrationFiles } from '../../src/embedded-supabase/node/read-project.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';
import { summarize, type Latency } from './summarize.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENTS = 1000;

export async function measureDatabaseCalls(
  rounds: number,
): Promise<Readonly<Record<'append' | 'head' | 'list', Latency>>> {
  const opened = await openTestDatabase();
  try {
    const { database } = opened;
    await migrate({ url: database.projectUrl, migrations: readMigrationFiles(ROOT), seeds: [] });
    await database.query('update private.rate_limits set burst = 1000000000');
    await database.query(readFileSync(join(ROOT, 'tests/support/database-people.sql'), 'utf8'));
    return {
      append: await measureAppends(opened, rounds),
      head: await measure(opened, rounds, asOlga('select public.document_head(test.document())')),
      list: await measureList(opened, Math.ceil(rounds / 40)),
    };
  } finally {
    await opened.close();
  }
}

const asOlga = (sql: string): string => `begin; select test.become('olga'); ${sql}; commit`;

async function measureAppends({ database }: TestDatabase, rounds: number): Promise<Latency> {
  const latencies: number[] = [];
  for (let counter = 1; counter <= rounds; counter += 1) {
    const from = performance.now();
    await database.query(
      `select public.append_updates(test.id('olga'), test.auth_session('olga'), test.document(), test.session('olga'), 1, 1,
         $1, array[$2::bytea], array[11::bigint], array[$3::bigint], array[$3::bigint + 1], null, 'edit', array[1], array[0])`,
      [counter, Buffer.from(`${'u'.repeat(50)}${counter}`), counter - 1],
    );
    latencies.push(performance.now() - from);
  }
  return summarize(latencies);
}

async function measureList(opened: TestDatabase, rounds: number): Promise<Latency> {
  for (let made = 0; made < DOCUMENTS; made += 1)
    await opened.database.query(asOlga(`select public.create_document('${randomUUID()}')`));
  await opened.database.query('analyze');
  return measure(opened, rounds, asOlga('select public.list_my_documents()'));
}

async function measure({ database }: TestDatabase, rounds: number, sql: string): Promise<Latency> {
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await database.query(sql);
    latencies.push(performance.now() - from);
  }
  return summarize(latencies);
}
