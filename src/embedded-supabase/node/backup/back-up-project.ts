/**
 * One archive of a hosted Supabase: the rows of one database snapshot, as text, and the files that they reference. The
 * project stays online.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { packFolder, refuseIfThere } from './archive.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { listSequences, listTables, readTable } from './project-tables.ts';
import {
  LIST_OBJECTS,
  objectRequest,
  objectSchema,
  type Project,
  readMigrations,
  type StoredObject,
  withProject,
} from './project.ts';

export interface ProjectBackupOptions {
  readonly project: Project;
  readonly file: string;
  readonly now: () => Date;
  readonly say: (sentence: string) => void;
}

/** Throws `BackupError`. Removes an unfinished archive. */
export async function backUpProject({ project, file, now, say }: ProjectBackupOptions): Promise<Manifest> {
  const target = resolve(file);
  refuseIfThere(target);
  const stage = mkdtempSync(`${target}.stage-`);
  try {
    const tables = join(stage, 'tables');
    mkdirSync(tables);
    const madeAt = now().toISOString();
    const { objects, migrations } = await withProject(project, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const own = await listTables(client);
      for (const table of own) await readTable(client, table, tables);
      const rows = z.array(objectSchema).parse((await client.query(LIST_OBJECTS)).rows);
      writeJson(join(stage, 'tables.json'), { tables: own, sequences: await listSequences(client) });
      return { objects: rows, migrations: await readMigrations(client) };
    });
    const kept = await download(project, objects, join(stage, 'files'));
    if (kept.length < objects.length)
      say(`${objects.length - kept.length} files were deleted during the backup.`);
    writeJson(join(stage, 'objects.json'), kept);
    return packFolder(stage, target, { kind: 'project', madeAt, migrations });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Returns the objects that still existed. */
async function download(
  project: Project,
  objects: readonly StoredObject[],
  folder: string,
): Promise<StoredObject[]> {
  mkdirSync(folder);
  const kept: StoredObject[] = [];
  for (const object of objects) {
    const response = await fetch(objectRequest(project, object));
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Storage answers 400 for a missing object.
    if (response.status === 400 || response.status === 404) continue;
    if (!response.ok)
      throw new BackupError(`Storage answered ${response.status} for a file of ${object.bucket_id}.`);
    writeFileSync(join(folder, object.id), bytes);
    kept.push(object);
  }
  return kept;
}

const writeJson = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value, null, 1));
