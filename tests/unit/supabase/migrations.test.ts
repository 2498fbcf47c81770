import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MIGRATIONS = 'supabase/migrations';
/** These have been applied to databases; changing one would not change those. */
const LANDED: Readonly<Record<string, string>> = {
  '20261121100000_create_profiles.sql': '009e56b25fbfba05',
  '20261121100100_create_documents.sql': 'af2635494281bf52',
  '20261121100200_create_update_log.sql': 'f826508875aaa3f8',
  '20261121100300_open_lanes.sql': 'a7ffb70c0bcf7faf',
  '20261121100350_limit_rates.sql': '9c3893cdadb13250',
  '20261121100400_define_sharing.sql': '241a2987e4fb9e45',
  '20261121100500_define_log.sql': '3ad116a58229c718',
  '20261121100600_create_document_images.sql': '921737891180d0c4',
  '20261121210000_organize_documents.sql': '4ac093e76bd5eb8e',
  '20261121210100_require_second_factor.sql': '5790d5f651255ee2',
  '20261121210200_define_accounts.sql': '801e35d74960e339',
  '20261121210250_key_documents.sql': '5086266da6f38a2f',
  '20261121210300_follow_arrivals.sql': '564a89350e739813',
  '20261121210350_invite_people.sql': 'bc32796f7b6b9f63',
  '20261121210400_limit_versions.sql': '80724a041f54ca60',
  '20261122100000_choose_heirs.sql': 'd508fe6871cb67a8',
  '20261122100100_remove_left_files.sql': '192728bf45fb2c2b',
  '20261122100200_ask_for_more.sql': 'a38446f837dee20c',
  '20261122100300_tell_signed_out.sql': 'c2a1c9e5e9716d1e',
  '20261122110000_come_back_by_invitation.sql': 'cf91784ab8e73fd4',
  '20261122110100_note_refused_writes.sql': '200d1e3872b9f6db',
  '20261122120000_limit_appended_bytes.sql': '454694f28eafb47a',
  '20261122120100_keep_before_deletions.sql': '022fa375710c9236',
  '20261122200000_prove_to_readers.sql': '366adfa4978b724f',
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
