/** Runs every `*.test.sql` in this folder, each in one transaction that is rolled back. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProjectDatabase } from '../support/open-project-database.ts';
import type { TestDatabase } from '../support/open-test-database.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.sql'));

const PEOPLE = join(import.meta.dirname, '../support/database-people.sql');

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openProjectDatabase();
  await opened.database.query(
    `create schema if not exists pgtap; set search_path = pgtap, public; ${readPgtap()}`,
  );
  await opened.database.query('grant usage on schema pgtap to public');
});
afterAll(() => opened?.close());

describe.each(files)('%s', (file) => {
  test('passes all assertions', async () => {
    const lines = await runTap(join(import.meta.dirname, file));
    const failed = lines.filter((line) => line.startsWith('not ok') || line.startsWith('# '));
    const plan = Number(/^1\.\.(\d+)/.exec(lines.find((line) => line.startsWith('1..')) ?? '')?.[1]);
    const ran = lines.filter((line) => /^(not )?ok /.test(line)).length;
    expect(failed.join('\n')).toBe('');
    expect(ran, 'number of assertions run, against the plan').toBe(plan);
  });
});

function readPgtap(): string {
  const archive = join(
    dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')),
    'pgtap.tar.gz',
  );
  const name = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' })
    .split('\n')
    .find((entry) => /pgtap--[\d.]+\.sql$/.test(entry));
  if (name === undefined) throw new Error('pgTAP is not in its package');
  return execFileSync('tar', ['-xzOf', archive, name], { encoding: 'utf8', maxBuffer: 1e8 });
}

/** Includes `database-people.sql` where a file has the line `\\i people`. */
const readSql = (path: string): string =>
  readFileSync(path, 'utf8').replace(/^\\i people$/m, () => readFileSync(PEOPLE, 'utf8'));

/** Runs all statements of a file; returns the lines of their results, as psql prints them. */
async function runTap(path: string): Promise<string[]> {
  const client = new Client({ connectionString: opened.database.projectUrl });
  await client.connect();
  try {
    await client.query('set search_path = public, extensions, pgtap');
    const results = await client.query(`begin; ${readSql(path)}; rollback`);
    const all = Array.isArray(results) ? results : [results];
    return all
      .flatMap((result: { rows: object[] }) => result.rows.flatMap((row) => Object.values(row).map(String)))
      .flatMap((text) => text.split('\n'));
  } finally {
    await client.end();
  }
}
