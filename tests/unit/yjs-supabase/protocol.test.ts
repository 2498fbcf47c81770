/**
 * PROTOCOL.md: the form of its rules, and that each is cited by a test. A citation stands in brackets, as in (W1, W2).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const RULE = /^- \*\*([A-Z]\d+[a-z]?)\*\* (.*(?:\n {2}\S.*)*)$/gm;
const MAX_WORDS = 36;
const ID = /[WSAR]\d{1,2}[a-z]?/;
const CITATION = new RegExp(
  String.raw`\((?:PROTOCOL\.md, )?(${ID.source}(?:(?:, |–| to | and )${ID.source})*)\)`,
  'g',
);

const protocol = readFileSync(join(ROOT, 'src/yjs-supabase/PROTOCOL.md'), 'utf8');
const rules = [...protocol.matchAll(RULE)].map(([, id = '', text = '']) => ({
  id,
  text: text.replaceAll(/\s+/g, ' '),
}));
const ids = new Set(rules.map(({ id }) => id));

function citationsIn(folder: string): readonly { readonly id: string; readonly file: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|sql|mjs|md)$/.test(entry.name))
    .filter(({ parentPath, name }) => !join(parentPath, name).includes('node_modules'))
    .flatMap(({ parentPath, name }) => {
      const file = join(parentPath, name);
      if (file === import.meta.filename) return [];
      const cited = [...readFileSync(file, 'utf8').matchAll(CITATION)].map(([, list = '']) => list);
      return cited.flatMap((list) =>
        list.split(/, |–| to | and /).map((id) => ({ id, file: relative(ROOT, file) })),
      );
    });
}

const inTests = citationsIn('tests');

test('each rule has a different number', () => {
  expect(ids.size).toBe(rules.length);
  expect(protocol.match(/^- \*\*/gm)).toHaveLength(rules.length);
});

test.each(rules)('$id is one short sentence with MUST, MUST NOT or MAY', ({ text }) => {
  expect(text).toMatch(/\b(?:MUST|MAY)\b/);
  expect(text).toMatch(/^[A-Z`].*\.$/);
  expect(text.slice(0, -1)).not.toMatch(/[.!?] [A-Z`]/);
  expect(text.split(' ').length).toBeLessThanOrEqual(MAX_WORDS);
});

test('each rule is cited by a test', () => {
  const cited = new Set(inTests.map(({ id }) => id));
  expect([...ids].filter((id) => !cited.has(id))).toEqual([]);
});

test('each citation names a rule', () => {
  const all = [...inTests, ...['src', 'supabase', 'docs'].flatMap(citationsIn)];
  expect(all.filter(({ id }) => !ids.has(id))).toEqual([]);
});
