/**
 * `npm run restore FILE`: makes a data folder of an archive of `npm run backup`, checked against its list of hashes.
 * `-- --data-dir DIR` names another folder than DATA_DIR or `.spolu`; `--replace` puts aside what is there.
 */
import { join } from 'node:path';
import { migrationVersions } from '../src/embedded-supabase/db/migrate.ts';
import { restoreFolder } from '../src/embedded-supabase/node/backup/restore-folder.ts';
import { describeFailure } from '../src/embedded-supabase/node/describe-failure.ts';
import { readMigrationFiles } from '../src/embedded-supabase/node/read-project.ts';
import { readPlaces } from './read-places.ts';
import { readWords } from './read-words.ts';

const { values, positionals } = readWords({
  'data-dir': { type: 'string' },
  replace: { type: 'boolean', default: false },
});
const [name] = positionals;
if (name === undefined) {
  console.error('Which archive? npm run restore FILE');
  process.exit(1);
}
const { dataDir, file } = readPlaces(process.env, values['data-dir'], name);
const migrations = migrationVersions(readMigrationFiles(join(import.meta.dirname, '..')));
const options = {
  file,
  dataDir,
  migrations,
  replace: values.replace,
  now: () => new Date(),
  say: console.log,
};
try {
  const { files, madeAt } = await restoreFolder(options);
  console.log(
    `${dataDir} is as of ${madeAt}: ${files.length} files, each as it was written. Next: npm start`,
  );
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
