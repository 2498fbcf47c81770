/**
 * The first update in the log of a document: one empty paragraph, written by Yjs client 1, and the language, written by 2 or 3.
 * The same bytes for every document of a language, so that applying them twice is a no-op. `create_document` has them too.
 */
import { decodeHex } from './hex.ts';
import type { Language } from './languages.ts';

const SEEDS: Readonly<Record<Language, string>> = {
  cs: '020102002801057469746c65046c616e67017702637301010007010764656661756c74030970617261677261706800',
  'en-US':
    '020103002801057469746c65046c616e67017705656e2d555301010007010764656661756c74030970617261677261706800',
};

export const seedOf = (language: Language): Uint8Array => decodeHex(SEEDS[language]);
