import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MIGRATIONS = 'supabase/migrations';
/** These have been applied to databases; changing one would not change those. */
const LANDED: Readonly<Record<string, string>> = { '20261128140000_baseline.sql': '0ec1088057c7bb2f' };

test('an applied migration does not change, and new ones come after it', () => {
  const files = readdirSync(MIGRATIONS).toSorted();
  const hashes = files.map((file) => {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8').replaceAll('\r\n', '\n');
    return [file, createHash('sha256').update(text).digest('hex').slice(0, 16)] as const;
  });
  const landed = Object.entries(LANDED);
  expect(hashes.slice(0, landed.length)).toEqual(landed);
});
