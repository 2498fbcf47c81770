/**
 * A real PostgreSQL with Supabase's roles and the services' schemas for one test file, deleted at its end.
 *
 * Creating one takes more than a second, so a template data folder is cached under `node_modules/.cache`, keyed by a hash
 * of its inputs, and copied.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type OpenedDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { startPostgres } from '../../src/embedded-supabase/node/postgres.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/spolu-test-database');

export interface TestDatabase {
  readonly database: OpenedDatabase;
  readonly close: () => Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const dataDir = await makeTestDataDir();
  const postgres = await startPostgres({ dataDir, fast: true });
  const database = await openDatabase({ url: postgres.url, schemas: readServiceSchemas() });
  return {
    database,
    close: async () => {
      await database.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new data folder in which the services' schemas are already applied. */
export async function makeTestDataDir(): Promise<string> {
  const template = await findTemplate();
  const folder = mkdtempSync(join(tmpdir(), 'spolu-test-'));
  copyFolder(template, folder);
  return folder;
}

async function findTemplate(): Promise<string> {
  const template = join(CACHE, hashInputs());
  if (existsSync(template)) return template;
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, 'new-'));
  const postgres = await startPostgres({ dataDir: fresh, fast: true });
  const database = await openDatabase({ url: postgres.url, schemas: readServiceSchemas() });
  await database.close();
  await postgres.stop();
  moveUnlessThere(fresh, template);
  return template;
}

function moveUnlessThere(fresh: string, template: string): void {
  try {
    renameSync(fresh, template);
  } catch (error) {
    // Another test file created the same template in the meantime.
    if (!existsSync(template)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
}

function hashInputs(): string {
  const hash = createHash('sha256');
  for (const { name, sql } of readServiceSchemas()) hash.update(`${name}\0${sql}\0`);
  for (const folder of ['db', 'node']) {
    const path = join(ROOT, 'src/embedded-supabase', folder);
    const files = readdirSync(path).filter((file) =>
      /^(open-database|missing-rights|derive-password|postgres.*)\.ts$/.test(file),
    );
    for (const file of files) hash.update(readFileSync(join(path, file)));
  }
  return hash.digest('hex').slice(0, 20);
}

/** Copies owners too, because the cluster belongs to another user when the tests run as root. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true });
    return;
  }
  const result = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`The test database could not be copied: ${result.stderr}`);
}
