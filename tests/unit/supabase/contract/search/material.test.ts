/** The tables that search is judged by: they must be fair before anything is measured with them. */
import { expect, test } from 'vitest';
import { plain, readQueries, readTable } from '../../../../bench/search/read-queries.ts';
import {
  pairsAcross,
  pairsWithin,
  pickWithin,
  readLemmas,
  readUnlike,
} from '../../../../bench/search/word-pairs.ts';

const rows = readQueries();

test('there are 200 queries, and each has a text to find or to miss', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(rows.filter(({ finds, misses }) => finds.length + misses.length === 0)).toEqual([]);
  expect(rows.filter(({ ranks }) => ranks.length === 1)).toEqual([]);
});

test('a line of another kind is refused', () => {
  expect(() => readTable('a', '? query\n* text')).toThrow('a: no such line: * text');
});

test('a text that must not be found lacks a word of the query, however it may end', () => {
  const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const unfair = rows.flatMap(({ table, query, misses }) => {
    if (/["„“]/.test(query) || table === 'places') return [];
    const asked = wordsOf(query);
    const holds = (text: string) => {
      const words = wordsOf(text);
      return asked.every((word, at) =>
        words.some((one) => (at === asked.length - 1 ? one.startsWith(word) : one === word)),
      );
    };
    return misses.filter(holds).map((text) => `${query}: ${text}`);
  });
  expect(unfair).toEqual([]);
});

test('a text that must not be found has no form of the only word of its query', () => {
  const lemmas = readLemmas('czech').map(({ forms }) => new Set(forms.map(plain)));
  const unfair = rows
    .filter(({ table }) => table === 'czech')
    .flatMap(({ query, misses }) => {
      const forms = lemmas.filter((one) => one.has(plain(query)));
      const words = misses.flatMap((text) => plain(text).match(/\p{L}+/gu) ?? []);
      return words.filter((word) => forms.some((one) => one.has(word))).map((word) => `${query}: ${word}`);
    });
  expect(unfair).toEqual([]);
});

test('the tables have enough words, and each form once', () => {
  const [czech, slovak] = [readLemmas('czech'), readLemmas('slovak')];
  expect(czech.length).toBeGreaterThanOrEqual(150);
  expect(slovak.length).toBeGreaterThanOrEqual(40);
  for (const { forms } of [...czech, ...slovak]) {
    expect(new Set(forms).size, forms[0]).toBe(forms.length);
    expect(forms.filter((form) => !/^\p{L}+$/u.test(form))).toEqual([]);
  }
  expect(pairsWithin({ pattern: '', forms: ['a', 'b', 'c'] })).toEqual([
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
  ]);
});

test('words that look alike are neither forms of one lemma nor equal without accents', () => {
  const unlike = readUnlike();
  expect(unlike.length).toBeGreaterThanOrEqual(100);
  const lemmas = readLemmas('czech').map(({ forms }) => new Set(forms.map(plain)));
  const unfair = unlike.filter(
    ([a, b]) => plain(a) === plain(b) || lemmas.some((forms) => forms.has(plain(a)) && forms.has(plain(b))),
  );
  expect(unfair).toEqual([]);
});

test('random pairs are of one lemma or of different ones, and the same on each run', () => {
  const lemmas = readLemmas('czech');
  const pairs = pairsAcross(lemmas, 2000);
  expect(pairs).toEqual(pairsAcross(lemmas, 2000));
  expect(new Set(pairs.map(String)).size).toBeGreaterThan(1950);
  const isWithin = ([a, b]: readonly [string, string]) =>
    lemmas.some(({ forms }) => forms.includes(a) && forms.includes(b));
  expect(pickWithin(lemmas, 2000).every(isWithin)).toBe(true);
  expect(pairs.filter(isWithin)).toEqual([]);
});
