/** Restores an archive into a hosted Supabase that has the same migrations and no users yet. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import { migrationVersions, type Squash } from '../migrate.ts';
import { quoteQualified } from '../../rest/quote-identifier.ts';
import { unpackChecked } from './archive.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { sequenceSchema, tableSchema, writeTable } from './project-tables.ts';
import {
  objectRequest,
  objectSchema,
  type Project,
  readMigrations,
  type StoredObject,
  withProject,
} from './project.ts';

const tablesFile = z.object({ tables: z.array(tableSchema), sequences: z.array(sequenceSchema) });

const isInProject = (path: string): boolean =>
  path === 'tables.json' || path === 'objects.json' || /^(tables|files)\//.test(path);

/**
 * Throws `BackupError`. All rows are written in one transaction, and committed once all files are uploaded. After a failure
 * the project has no rows, and the restore can be repeated.
 */
export async function restoreProject(project: Project, file: string, squash?: Squash): Promise<Manifest> {
  const folder = mkdtempSync(join(tmpdir(), 'supabase-restore-'));
  try {
    const manifest = unpackChecked(resolve(file), folder, isInProject);
    if (manifest.kind !== 'project') {
      throw new BackupError('This is a backup of an embedded Supabase: restore it without SUPABASE_DB_URL.');
    }
    await withProject(project, async (client) => {
      await client.query('begin');
      await refuseUnlessFresh(client, asBaseline(manifest.migrations, squash));
      await writeRows(client, folder);
      const objects = readList(join(folder, 'objects.json'), z.array(objectSchema));
      for (const object of objects) await upload(client, project, object, join(folder, 'files', object.id));
      await client.query('commit');
    });
    return manifest;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows of all squashed migrations fit the baseline; rows of only some of them may not. */
function asBaseline(versions: readonly string[], squash: Squash | undefined): readonly string[] {
  const earlier = migrationVersions(squash?.squashed ?? []);
  if (squash === undefined || !earlier.every((version) => versions.includes(version))) return versions;
  return [...squash.baseline, ...versions.filter((version) => !earlier.includes(version))].sort();
}

async function refuseUnlessFresh(client: Client, wanted: readonly string[]): Promise<void> {
  const present = await readMigrations(client);
  if (present.join() !== wanted.join()) {
    throw new BackupError(
      'The project has other migrations than the backup: push those of the same version first.',
    );
  }
  const { rows } = await client.query<{ people: boolean }>(
    'select exists (select from auth.users) as people',
  );
  if (rows[0]?.people === true)
    throw new BackupError('The project has people already; restore into a fresh one.');
}

async function writeRows(client: Client, folder: string): Promise<void> {
  const { tables, sequences } = readList(join(folder, 'tables.json'), tablesFile);
  // The rows are complete: triggers must not add to them, and no order of tables satisfies all foreign keys.
  await client.query('set local session_replication_role = replica');
  const own = tables
    .filter(({ schema }) => schema !== 'auth')
    .map(({ schema, name }) => quoteQualified(schema, name));
  // The backup also contains the rows that migrations inserted.
  if (own.length > 0) await client.query(`truncate ${own.join(', ')}`);
  for (const table of tables) await writeTable(client, table, join(folder, 'tables'));
  for (const sequence of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [
      quoteQualified(sequence.schema, sequence.name),
      sequence.value,
    ]);
}

/** Uploading makes the service the owner, but policies check the original owner. */
async function upload(client: Client, project: Project, object: StoredObject, file: string): Promise<void> {
  const headers = {
    'x-upsert': 'true',
    'content-type': object.mime_type ?? 'application/octet-stream',
    'cache-control': object.cache_control ?? 'max-age=3600',
  };
  const request = objectRequest(project, object, { method: 'POST', headers, body: readFileSync(file) });
  const response = await fetch(request);
  const reason = await response.text();
  if (!response.ok) throw new BackupError(`Storage answered ${response.status} to ${object.name}: ${reason}`);
  await client.query(
    'update storage.objects set owner = $3, owner_id = $4, created_at = $5 where bucket_id = $1 and name = $2',
    [object.bucket_id, object.name, object.owner, object.owner_id, object.created_at],
  );
}

function readList<T>(file: string, schema: z.ZodType<T>): T {
  const list = schema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (list.success) return list.data;
  throw new BackupError(
    `The backup is damaged: ${basename(file)} makes no sense. ${z.prettifyError(list.error)}`,
  );
}
