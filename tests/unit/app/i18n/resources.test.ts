import { describe, expect, test } from 'vitest';
import { resources } from '../../../../src/app/i18n/resources.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor group`);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...flatten(inner, path ? `${path}.${key}` : key)]),
  );
}

const en = flatten(resources['en-US']);
const cs = flatten(resources.cs);
const baseKeys = (texts: ReadonlyMap<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].toSorted();
const variables = (text: string) =>
  [...text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => (a < b ? -1 : 1));

test('both languages have the same keys', () => {
  expect(baseKeys(cs)).toEqual(baseKeys(en));
});

describe.each([
  ['en-US', en],
  ['cs', cs],
] as const)('%s', (language, texts) => {
  test('every plural has all forms of its language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of texts.keys()) {
      if (!PLURAL.test(key)) continue;
      for (const category of categories)
        expect(texts.has(key.replace(PLURAL, `_${category}`)), key).toBe(true);
    }
  });

  test('every count is formatted as a number of its language', () => {
    for (const [key, text] of texts) {
      expect(text, key).not.toMatch(/\{\{count\}\}/);
      // A list of names has a plural, too, and shows no number.
      if (key.endsWith('_other')) expect(text, key).toMatch(/\{\{(count, number|names)\}\}/);
    }
  });

  test('no text is empty, has double spaces or an exclamation mark', () => {
    for (const [key, text] of texts) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toMatch(/^$| {2}|!/);
    }
  });
});

test('Czech texts have the same variables as the English ones', () => {
  for (const [key, text] of cs) {
    const source = en.get(key) ?? en.get(key.replace(PLURAL, '_other'));
    expect(variables(text), key).toEqual(variables(source ?? ''));
  }
});

test('Czech texts differ from the English ones', () => {
  const same = [...cs].filter(([key, text]) => en.get(key) === text && /[a-z]{3} [a-z]{3}/i.test(text));
  expect(same).toEqual([]);
});
