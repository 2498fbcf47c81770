/**
 * `npm run restore FILE`: creates a data folder from an archive of `npm run backup`, and verifies the hashes of its files.
 * The folder is `-- --data-dir DIR`, DATA_DIR or `.spolu`; `--replace` moves an existing one aside. With SUPABASE_DB_URL,
 * SUPABASE_URL and SUPABASE_SECRET_KEY it fills that project, which must have the migrations and no users.
 */
import { join } from 'node:path';
import { readProject } from '../src/embedded-supabase/node/backup/project.ts';
import { restoreFolder } from '../src/embedded-supabase/node/backup/restore-folder.ts';
import { restoreProject } from '../src/embedded-supabase/node/backup/restore-project.ts';
import { describeFailure } from '../src/embedded-supabase/node/describe-failure.ts';
import { readKnownVersions, readSquashes } from '../src/embedded-supabase/node/read-project.ts';
import { print, printError } from './print.ts';
import { resolvePaths } from './resolve-paths.ts';
import { readArguments } from './read-arguments.ts';

const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = readArguments({
  'data-dir': { type: 'string' },
  replace: { type: 'boolean', default: false },
});

async function restore(name: string): Promise<string> {
  const { dataDir, file } = resolvePaths(process.env, values['data-dir'], name);
  const project = readProject(process.env);
  if (project !== null) {
    const { files, madeAt } = await restoreProject(project, file, readSquashes(ROOT).at(-1));
    return `${project.url} is as of ${madeAt}: ${files.length} files, all verified.`;
  }
  const migrations = readKnownVersions(ROOT);
  const options = { file, dataDir, migrations, replace: values.replace, now: () => new Date() };
  const { files, madeAt } = await restoreFolder({ ...options, say: print });
  return `${dataDir} is as of ${madeAt}: ${files.length} files, all verified. Next: npm start`;
}

const [name] = positionals;
try {
  if (name === undefined)
    throw Object.assign(new Error('Which archive? npm run restore FILE'), { code: 'word' });
  print(await restore(name));
} catch (error) {
  printError(describeFailure(error));
  process.exitCode = 1;
}
