import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MIGRATIONS = 'supabase/migrations';
/** Databases have run these: whoever changes one changes nothing there. */
const LANDED: Readonly<Record<string, string>> = {
  '20261125200000_people.sql': '60ab6c08d1ab7684',
  '20261125200100_rates.sql': 'f9bf941b938ec2f1',
  '20261125200200_documents.sql': 'e3a4c1c21bf076d5',
  '20261125200300_sharing.sql': 'fbf4dd1b58c042bd',
  '20261125200400_sessions_and_log.sql': 'f079fbd71224a6c4',
  '20261125200500_snapshots_and_versions.sql': 'f4dde8fdce4380bb',
  '20261125200600_lanes.sql': '2644d10aa1a1e66a',
  '20261125200700_lists_and_trash.sql': 'fa411e5c133e9785',
  '20261125200800_files.sql': '034782c2f1f0888f',
  '20261125200900_accounts.sql': 'ac342458d1181e86',
  '20261125201000_sweep.sql': 'a4099d2002650938',
};

test('a migration that has landed stays as it is, and new ones come after it', () => {
  const files = readdirSync(MIGRATIONS).toSorted();
  const hashes = files.map((file) => {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8').replaceAll('\r\n', '\n');
    return [file, createHash('sha256').update(text).digest('hex').slice(0, 16)] as const;
  });
  const landed = Object.entries(LANDED);
  expect(hashes.slice(0, landed.length)).toEqual(landed);
});
