/** Makes the Supabase project of examples/minimal in a folder: the server half of yjs-supabase, and the example's documents. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'src/yjs-supabase/dist/server');

export function makeExample(folder: string): void {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build-server-half.mjs')]);
  const project = join(folder, 'supabase');
  mkdirSync(join(project, 'migrations'), { recursive: true });
  writeFileSync(join(project, 'config.toml'), 'project_id = "example"\n');
  cpSync(join(SERVER, 'functions'), join(project, 'functions'), { recursive: true });
  copyFileSync(join(SERVER, 'log.sql'), join(project, 'migrations/20260101000000_log.sql'));
  copyFileSync(
    join(ROOT, 'examples/minimal/documents.sql'),
    join(project, 'migrations/20260101000001_documents.sql'),
  );
}
