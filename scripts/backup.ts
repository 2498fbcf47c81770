/**
 * `npm run backup [FILE]`: writes all data of an embedded Supabase to one archive, also while it runs. The data folder is
 * `-- --data-dir DIR`, DATA_DIR or `.spolu`. With SUPABASE_DB_URL, SUPABASE_URL and SUPABASE_SECRET_KEY it backs up that
 * project instead.
 */
import { statSync } from 'node:fs';
import { backUpFolder } from '../src/embedded-supabase/node/backup/back-up-folder.ts';
import { backUpProject } from '../src/embedded-supabase/node/backup/back-up-project.ts';
import { BackupError } from '../src/embedded-supabase/node/backup/manifest.ts';
import { readProject } from '../src/embedded-supabase/node/backup/project.ts';
import { describeFailure } from '../src/embedded-supabase/node/describe-failure.ts';
import { print, printError } from './print.ts';
import { resolvePaths } from './resolve-paths.ts';
import { readArguments } from './read-arguments.ts';

const { values, positionals } = readArguments({ 'data-dir': { type: 'string' } });
const madeAt = new Date();
const [name = `spolu-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`] = positionals;
const { dataDir, file } = resolvePaths(process.env, values['data-dir'], name);

async function backUp() {
  const common = { file, now: () => madeAt, say: print };
  const project = readProject(process.env);
  if (project !== null) return await backUpProject({ project, ...common });
  if (process.env['DATABASE_URL']) {
    throw new BackupError('DATABASE_URL names a database elsewhere: see Backups in docs/operations.md.');
  }
  return await backUpFolder({ dataDir, ...common });
}

try {
  const { files } = await backUp();
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  print(`${file}: ${files.length} files, ${megabytes} MB, as of ${madeAt.toISOString()}.`);
  print('It contains all documents, accounts and keys. Store it where only you can read it.');
} catch (error) {
  printError(describeFailure(error));
  process.exitCode = 1;
}
