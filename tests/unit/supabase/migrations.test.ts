import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MIGRATIONS = 'supabase/migrations';
/** These have been applied to databases; changing one would not change those. */
const LANDED: Readonly<Record<string, string>> = {
  '20261125200000_people.sql': '60ab6c08d1ab7684',
  '20261125200100_rates.sql': 'c1360e7ee1dc7625',
  '20261125200200_documents.sql': '103584760fd34002',
  '20261125200300_sharing.sql': 'fbf4dd1b58c042bd',
  '20261125200400_sessions_and_log.sql': 'afa6e3b05e4bd9e3',
  '20261125200500_snapshots_and_versions.sql': 'dfc6a176c0192197',
  '20261125200600_lanes.sql': '904baab980cbb237',
  '20261125200700_lists_and_trash.sql': '02e9ca50c677fd2b',
  '20261125200800_files.sql': '034782c2f1f0888f',
  '20261125200900_accounts.sql': '77ad59e414153992',
  '20261125201000_sweep.sql': 'a4099d2002650938',
  '20261126100000_history.sql': '7cda476a22f1c233',
  '20261126160000_reading_the_history.sql': 'cd365c8ac658825d',
  '20261126200000_proof_of_authorship.sql': '9b1343fa9856ee28',
  '20261126220000_people_in_the_list.sql': 'e5d31ad4eef81802',
  '20261127090000_deleted_versions.sql': '45f899aeae79bc5f',
  '20261127100000_presence_settings.sql': '24205c8ff063aba2',
};

test('an applied migration does not change, and new ones come after it', () => {
  const files = readdirSync(MIGRATIONS).toSorted();
  const hashes = files.map((file) => {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8').replaceAll('\r\n', '\n');
    return [file, createHash('sha256').update(text).digest('hex').slice(0, 16)] as const;
  });
  const landed = Object.entries(LANDED);
  expect(hashes.slice(0, landed.length)).toEqual(landed);
});
