import { expect, test } from 'vitest';
import { nameMigration, writeText } from '../../../scripts/migration/write-text.ts';

test('a migration marks the statements that a person has to finish', () => {
  const text = writeText([
    { sql: 'create policy a on b', byHand: null },
    { sql: 'alter table b drop column c;\n', byHand: 'it deletes data' },
  ]);
  expect(text).toMatch(
    /\n\ncreate policy a on b;\n\n-- BY HAND: it deletes data\.\nalter table b drop column c;\n$/,
  );
});

test('a migration comes after the last one, even where a clock is slow', () => {
  const now = new Date('2026-11-28T09:08:07.6Z');
  expect(nameMigration('add_notes', now, '20261127190000')).toBe('20261128090807_add_notes.sql');
  expect(nameMigration('add_notes', now, '20261128090807')).toBe('20261128090808_add_notes.sql');
  expect(nameMigration('add_notes', now, undefined)).toBe('20261128090807_add_notes.sql');
});

test.each(['', 'Add notes', '../notes', 'notes.sql', '_notes', 'notes_'])(
  'a migration cannot be called %o',
  (words) => {
    expect(nameMigration(words, new Date(), undefined)).toBeNull();
  },
);
