import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { encodeHex } from '#contract/hex.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { newDocumentId } from '#contract/new-document-id.ts';
import { seedOf } from '#contract/seed.ts';
import { setTextLanguage, textLanguage } from '#contract/text/text-language.ts';

const sql = readFileSync('supabase/schemas/documents.sql', 'utf8');

function writtenFor(language: string): string {
  const written = new RegExp(`when '${language}' then '\\\\x([0-9a-f]+)'`).exec(sql)?.[1];
  if (written === undefined) throw new Error(`no seed for "${language}"`);
  return written;
}

function makeSeed(language?: { readonly name: 'cs' | 'en-US'; readonly client: number }): string {
  const doc = new Y.Doc();
  doc.clientID = 1;
  doc.getXmlFragment(TEXT_ROOT).insert(0, [new Y.XmlElement('paragraph')]);
  if (language) {
    doc.clientID = language.client;
    setTextLanguage(doc, language.name);
  }
  return Buffer.from(Y.encodeStateAsUpdate(doc)).toString('hex');
}

test('create_document writes one empty paragraph as client 1, and the language as another client', () => {
  expect(writtenFor('')).toBe(makeSeed());
  expect(writtenFor('cs')).toBe(makeSeed({ name: 'cs', client: 2 }));
  expect(writtenFor('en-US')).toBe(makeSeed({ name: 'en-US', client: 3 }));
});

test.each(LANGUAGES)('a page makes the same bytes for %s', (language) => {
  expect(encodeHex(seedOf(language))).toBe(writtenFor(language));
});

test.each(LANGUAGES)('a new document in %s has its language before the first edit', (language) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedOf(language));
  expect(textLanguage(doc)).toBe(language);
});

test('a page derives the same id as the database (tests/database/36_ids_made_by_pages.test.sql)', async () => {
  const key = '00000000-0000-4000-8000-00000000000a';
  const owners = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  expect(await Promise.all(owners.map((owner) => newDocumentId(owner, key)))).toEqual([
    '3f1fea2c-0046-83ff-8b9d-f43dbb2a37fd',
    'bb7f46fe-6766-86d1-9b7b-313632e9d97b',
  ]);
});
