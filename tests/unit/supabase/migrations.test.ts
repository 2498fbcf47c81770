import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MIGRATIONS = 'supabase/migrations';
/** Databases have run these: whoever changes one changes nothing there. */
const LANDED: Readonly<Record<string, string>> = {
  '20261121100000_create_profiles.sql': '009e56b25fbfba05',
  '20261121100100_create_documents.sql': 'af2635494281bf52',
  '20261121100200_create_update_log.sql': 'f826508875aaa3f8',
  '20261121100300_open_lanes.sql': 'a7ffb70c0bcf7faf',
  '20261121100350_limit_rates.sql': '9c3893cdadb13250',
  '20261121100400_define_sharing.sql': '241a2987e4fb9e45',
  '20261121100500_define_log.sql': '3ad116a58229c718',
  '20261121100600_create_document_images.sql': '921737891180d0c4',
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
