/** Generates database types from the migrations with the Supabase CLI. The app's `database.types.ts` must equal them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openProjectDatabase } from './open-project-database.ts';

const ROOT = join(import.meta.dirname, '../..');

export const DATABASE_TYPES = join(ROOT, 'src/app/data/database.types.ts');

export async function generateDatabaseTypes(): Promise<string> {
  const opened = await openProjectDatabase();
  try {
    const result = spawnSync(
      join(ROOT, 'node_modules/.bin/supabase'),
      ['gen', 'types', `--remote=${opened.database.projectUrl}`, '--schema', 'public'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      },
    );
    if (result.status !== 0)
      throw new Error(`The Supabase CLI ended with ${result.status}: ${result.stderr}`);
    // The CLI prints notices before the types.
    return format(result.stdout.slice(result.stdout.indexOf('export type Json')));
  } finally {
    await opened.close();
  }
}

function format(source: string): string {
  const result = spawnSync(join(ROOT, 'node_modules/.bin/oxfmt'), ['--stdin-filepath=types.ts'], {
    cwd: ROOT,
    input: source,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(result.stderr);
  return result.stdout;
}
