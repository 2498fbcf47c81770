/**
 * The list of files in a backup, with a hash of each: a backup is complete when it contains exactly these.
 *
 * Reads synchronously: for thousands of small files in a program that does nothing else, the thread pool takes several
 * times as long.
 */
import { parseJson } from '../../text/parse-json.ts';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

export const MANIFEST = 'manifest.json';
/** Incremented when an older program could not restore the archives of a newer one. */
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.int().positive(),
  /** `folder`: the data folder of an embedded Supabase. `project`: a dump and files of a hosted Supabase. */
  kind: z.enum(['folder', 'project']),
  madeAt: z.iso.datetime(),
  /** Versions of the migrations applied to the database. */
  migrations: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.int().nonnegative(), sha256: z.string().length(64) })),
});

export type Manifest = z.output<typeof manifestSchema>;

export type Facts = Pick<Manifest, 'kind' | 'madeAt'> & { readonly migrations: readonly string[] };

/** An archive that cannot be restored, or a target that exists; the message is shown to users. */
export class BackupError extends Error {
  readonly code = 'backup';
}

export function describeFolder(folder: string, facts: Facts): Manifest {
  const files: Manifest['files'] = [];
  for (const path of listFiles(folder)) {
    const full = join(folder, path);
    files.push({ path, bytes: statSync(full).size, sha256: hashFile(full) });
  }
  return { format: FORMAT, ...facts, migrations: [...facts.migrations], files };
}

/** Throws `BackupError` when the folder does not match its manifest exactly. */
export function checkFolder(folder: string): Manifest {
  const manifest = readManifest(folder);
  const present = new Set(listFiles(folder));
  present.delete(MANIFEST);
  for (const { path, sha256 } of manifest.files) {
    if (!present.delete(path)) throw new BackupError(`The backup is damaged: ${path} is missing.`);
    if (hashFile(join(folder, path)) !== sha256) {
      throw new BackupError(`The backup is damaged: ${path} is not what was written.`);
    }
  }
  const [more] = present;
  if (more !== undefined) throw new BackupError(`The backup was changed: ${more} does not belong to it.`);
  return manifest;
}

function readManifest(folder: string): Manifest {
  if (!listFiles(folder).includes(MANIFEST))
    throw new BackupError('This is not a backup: it has no list of files.');
  const parsed = parseJson(readFileSync(join(folder, MANIFEST), 'utf8'));
  const format = z.object({ format: z.number() }).safeParse(parsed).data?.format;
  if (format !== undefined && format > FORMAT) {
    throw new BackupError('The backup was made by a newer version of this program: update it first.');
  }
  const manifest = manifestSchema.safeParse(parsed);
  if (!manifest.success) throw new BackupError('The backup is damaged: its list of files makes no sense.');
  return manifest.data;
}

/** With forward slashes, relative to the folder. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

const CHUNK_BYTES = 1_000_000;

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
