import { describe, expect, it } from 'vitest';
import { foldLetters, withAccents } from '#contract/search/fold-letters.ts';
import { wordsOf } from '#contract/search/words-of.ts';

it.each([
  ['Dílo', 'dilo'],
  ['ŽLUŤOUČKÝ KŮŇ', 'zlutoucky kun'],
  ['ľúbiť, kôň, vŕba, stĺp', 'lubit, kon, vrba, stlp'],
  ['Straße, Größe', 'strasse, grosse'],
  ['łódź, smørrebrød, Ærø, İstanbul', 'lodz, smorrebrod, aero, istanbul'],
  ['ﬁnal ﬂow', 'final flow'],
  ['Ｆｕｌｌ　１２', 'full 12'],
  ['smlou\u00ADva', 'smlouva'],
  ['cafe\u0301', 'cafe'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['한글', '한글'],
  ['हिन्दी', 'हिन्दी'],
])('folds %s to %s', (text, folded) => {
  expect(foldLetters(text)).toBe(folded);
});

it('keeps accents apart from case and invisible characters', () => {
  expect(withAccents('DÁ\u00ADL')).toBe('dál');
  expect(withAccents('cafe\u0301')).toBe('café');
});

describe('words', () => {
  const exact = (text: string) => wordsOf(text).map((word) => word.exact);
  it.each([
    ['Smlouva o dílo, § 5.', ['smlouva', 'o', 'dilo', '5']],
    ['e-mail', ['e', 'mail', 'email']],
    ['česko-slovenský', ['cesko', 'slovensky', 'ceskoslovensky']],
    ["don't", ['don', 't', 'dont']],
    ['l’homme', ['l', 'homme', 'lhomme']],
    ['10\u00A0000 Kč', ['10', '000', '10000', 'kc']],
    ['10\u202F000', ['10', '000', '10000']],
    ['10 000 Kč', ['10', '000', '10000', 'kc']],
    ['1.000,50', ['1', '000', '50', '100050']],
    ['2 30', ['2', '30']],
    ['jana.nova@firma.cz', ['jana', 'nova', 'firma', 'cz', 'jananovafirmacz']],
    ['https://spolu.cz/a?b=1', ['https', 'spolu', 'cz', 'a', 'b', '1', 'httpsspoluczab1']],
    ['read_file(x)', ['read', 'file', 'readfile', 'x']],
    ['smlou\u00ADva', ['smlouva']],
    ['chata Cheb', ['chata', 'cheb']],
    ['東京都', ['東京', '京都', '都']],
    ['日', ['日']],
    ['東京 Tokyo', ['東京', '京', 'tokyo']],
    ['한국어', ['한국', '국어', '어']],
    ['konec.Začátek', ['konec', 'zacatek', 'koneczacatek']],
    ['‮שלום עולם', ['שלום', 'עולם']],
    ['C++ a 👍🏽', ['c', 'a']],
    ['', []],
  ])('%s', (text, words) => {
    expect(exact(text)).toEqual(words);
  });

  it('have their places in the text', () => {
    const text = 'Ten e-mail: dí\u00ADlo';
    const slices = wordsOf(text).map(({ from, to }) => text.slice(from, to));
    expect(slices).toEqual(['Ten', 'e', 'mail', 'e-mail', 'dí\u00ADlo']);
    expect(wordsOf(text).map(({ place }) => place)).toEqual([0, 1, 2, 1, 3]);
  });

  it('are cut when they are endless', () => {
    expect(wordsOf('x'.repeat(5000))[0]!.exact).toHaveLength(60);
  });
});
