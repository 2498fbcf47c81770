import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { LANGUAGES } from '#contract/languages.ts';
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

test.each(LANGUAGES)('a new document in %s has its language before the first edit', (language) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(writtenFor(language), 'hex'));
  expect(textLanguage(doc)).toBe(language);
});
