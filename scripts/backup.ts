/**
 * `npm run backup [FILE]`: one archive of what an embedded Supabase keeps, also while it runs. `-- --data-dir DIR` names
 * another folder than DATA_DIR or `.spolu`.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUpFolder } from '../src/embedded-supabase/node/backup/back-up-folder.ts';
import { describeFailure } from '../src/embedded-supabase/node/describe-failure.ts';
import { readPlaces } from './read-places.ts';
import { readWords } from './read-words.ts';

const { values, positionals } = readWords({ 'data-dir': { type: 'string' } });
if (process.env['DATABASE_URL']) {
  console.error('DATABASE_URL names a database elsewhere: see Backups in docs/operations.md.');
  process.exit(1);
}
const now = new Date();
const [name = `spolu-${now.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`] = positionals;
const { dataDir, file } = readPlaces(process.env, values['data-dir'], name);
try {
  const { files, madeAt } = await backUpFolder({ dataDir, file, now: () => now, say: console.log });
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  console.log(`${resolve(file)}: ${files.length} files, ${megabytes} MB, as of ${madeAt}.`);
  console.log('Keys and all that people wrote are in it: keep it where only you can read it.');
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
