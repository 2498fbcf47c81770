import { describe, expect, it } from 'vitest';
import { searchQuery } from '#contract/search/search-query.ts';

const lexemes = (query: string | null): readonly string[] =>
  [...(query ?? '').matchAll(/'([^']+)'(:\*)?/g)].map(([, lexeme = '', prefix = '']) => lexeme + prefix);

it.each(['', '  ', '…', 'a', '"', '""', '👍'])('%j searches nothing', (text) => {
  expect(searchQuery(text)).toBeNull();
});

it('asks for each word, exactly or by a stem, and for words that begin with the last one', () => {
  const query = searchQuery('smlouvy dilo')!;
  expect(query.split(' & ')).toHaveLength(2);
  const [first = '', last = ''] = query.split(' & ');
  expect(lexemes(first)).toEqual(expect.arrayContaining(['x:smlouvy', 's:smlouv']));
  expect(lexemes(last)).toEqual(expect.arrayContaining(['x:dilo:*', 's:dil']));
});

it('asks for accents only where they were written', () => {
  expect(lexemes(searchQuery('dál '))).toContain('a:dál');
  expect(lexemes(searchQuery('dal ')).filter((lexeme) => lexeme.startsWith('a:'))).toEqual([]);
});

it('a finished word is no beginning', () => {
  expect(lexemes(searchQuery('dilo '))).not.toContain('x:dilo:*');
});

it('leaves out words that say little, unless there are no others', () => {
  expect(lexemes(searchQuery('smlouva o dílo '))).not.toContain('x:o');
  expect(searchQuery('the ')).not.toBeNull();
});

it('a phrase is exact; only where a small word has too many places, it may be another', () => {
  expect(searchQuery('"smlouva sdílo"')).toBe("('x:smlouva' <1> 'x:sdilo')");
  expect(searchQuery('"Smlouva o dílo"')).toBe(
    "(('x:smlouva' <1> 'x:o' <1> 'x:dilo') | ('m:o' & ('x:smlouva' <2> 'x:dilo')))",
  );
  expect(searchQuery('„ve věci“ plán ')).toMatch(
    /^\(\('x:ve' <1> 'x:veci'\) \| \('m:ve' & 'x:veci'\)\) & \(/,
  );
  expect(searchQuery('"to the"')).toBe("('x:to' <1> 'x:the')");
});

it('finds compounds with and without their joiners', () => {
  const found = lexemes(searchQuery('e-mail '));
  expect(found).toEqual(expect.arrayContaining(['x:email', 'x:e', 'x:mail']));
  expect(lexemes(searchQuery('10 000 '))).toEqual(expect.arrayContaining(['x:10000', 'x:10', 'x:000']));
});

it('pairs the characters of scripts without spaces', () => {
  expect(lexemes(searchQuery('東京都'))).toEqual(['x:東京', 'x:京都:*']);
  expect(lexemes(searchQuery('東'))).toEqual(['x:東:*']);
});

describe('is bounded', () => {
  it('in letters and words', () => {
    const query = searchQuery(Array.from({ length: 100 }, (_, at) => `slovo${at}`).join(' '))!;
    expect(query.split(' & ').length).toBeLessThanOrEqual(12);
    expect(searchQuery('x'.repeat(100_000))!.length).toBeLessThan(1000);
  });
  it('and has nothing in it but quoted lexemes and operators', () => {
    const query = searchQuery(`a' | !b & (c) \\ :* "d' <-> e" \u0000 x\u2028y'`)!;
    expect(query.replace(/'[\p{L}\p{N}\p{M}:]+'(:\*)?/gu, '').replace(/[ &|()]|<\d+>/g, '')).toBe('');
  });
});
