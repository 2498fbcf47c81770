import { describe, expect, test } from 'vitest';
import { findFolded, foldQuery } from '../../../../src/app/i18n/find-folded.ts';
import { foldText } from '../../../../src/app/i18n/fold-text.ts';
import { createRandom } from '../../../support/random.ts';

/** The matches, as they occur in the text. */
const found = (text: string, query: string, accents: boolean): string[] =>
  findFolded(foldText(text, accents), foldQuery(query, accents)).map(({ start, end }) =>
    text.slice(start, end),
  );

const BOTH = [false, true];
const nfd = (text: string): string => text.normalize('NFD');
const FAMILY = '👨\u200d👩\u200d👧';

describe('ignoring accents', () => {
  test.each([
    ['Czech', 'Příliš žluťoučký kůň', 'zlutoucky kun', ['žluťoučký kůň']],
    ['decomposed', nfd('Příliš žluťoučký kůň'), 'zlutoucky', [nfd('žluťoučký')]],
    ['an accent in the query', 'zlutoucky kun', 'žluťoučký', ['zlutoucky']],
    ['e in a decomposed é', 'cafe\u0301!', 'cafe', ['cafe\u0301']],
    ['several marks on one letter', 'e\u0301\u0328\u0330x', 'ex', ['e\u0301\u0328\u0330x']],
    ['Vietnamese', 'Nguyễn Đức ở Huế', 'nguyen duc o hue', ['Nguyễn Đức ở Huế']],
    ['Polish', 'Łódź i żółw', 'lodz i zolw', ['Łódź i żółw']],
    ['Danish', 'rødgrød på Ærø', 'rodgrod pa aero', ['rødgrød på Ærø']],
    ['Croatian', 'Đakovo, đak', 'dak', ['Đak', 'đak']],
    ['Maltese', 'Ħamrun, Żebbuġ', 'hamrun, zebbug', ['Ħamrun, Żebbuġ']],
    ['Sami', 'Máŧŧo', 'matto', ['Máŧŧo']],
    ['Turkish', 'ISPARTA, ısparta, İstanbul', 'isparta, isparta, istanbul', ['ISPARTA, ısparta, İstanbul']],
    ['French', 'Cœur, ŒUVRE', 'oeuvre', ['ŒUVRE']],
    ['Icelandic', 'Þórður', 'thordur', ['Þórður']],
    ['Romanian, with comma or cedilla', 'Timișoara, Timişoara', 'timisoara', ['Timișoara', 'Timişoara']],
    ['Greek', 'Ἑλλάς, Ελλάδα', 'ελλας', ['Ἑλλάς']],
    ['Greek marks', 'ΑΫ\u0308πνία ᾳ', 'αυπνια α', ['ΑΫ\u0308πνία ᾳ']],
    ['a Russian ё', 'Ёлка, елка', 'елка', ['Ёлка', 'елка']],
    ['a Russian ё in the query', 'все', 'всё', ['все']],
    ['a stressed Russian letter', 'за\u0301мок', 'замок', ['за\u0301мок']],
    ['Russian й, a letter', 'мой мои', 'мои', ['мои']],
    ['Russian й, decomposed', 'мои\u0306 мои', 'мой', ['мои\u0306']],
    ['Ukrainian', 'Їжак і ґанок', 'іжак і ганок', ['Їжак і ґанок']],
    ['Bulgarian ѝ', 'на нея ѝ', 'и', ['ѝ']],
    ['Hebrew points', 'שָׁלוֹם', 'שלום', ['שָׁלוֹם']],
    ['Arabic harakat', 'كِتَابٌ', 'كتاب', ['كِتَابٌ']],
    ['Arabic hamza and madda', 'أحمد إلى القرآن', 'احمد الى القران', ['أحمد إلى القرآن']],
    ['Arabic kashida', 'كتـــاب', 'كتاب', ['كتـــاب']],
  ])('%s', (_, text, query, shown) => {
    expect(found(text, query, false)).toEqual(shown);
  });

  test.each([
    ['voiced kana', 'がんじ かんじ', 'かんじ', ['かんじ']],
    ['voiced kana, decomposed', nfd('がっこう かっこう'), 'かっこう', ['かっこう']],
    ['voiced kana in the query', 'がっこう かっこう', nfd('がっこう'), ['がっこう']],
    ['half-voiced kana', 'パリ ハリ バリ', 'ハリ', ['ハリ']],
    ['a Hangul syllable', '한글 하늘', '하', ['하']],
    ['a Hangul syllable, decomposed', nfd('한글 하늘'), '하', [nfd('하')]],
    ['Hangul jamo in the query', '한글 하늘', nfd('한'), ['한']],
    ['a vowel sign', 'कि क', 'क', ['क']],
    ['a virama', 'क् क', 'क', ['क']],
    ['a Thai tone', 'ก้ ก', 'ก', ['ก']],
    ['a Thai vowel', 'กำ ก', 'ก', ['ก']],
    ['a Tamil vowel sign', 'கா க', 'க', ['க']],
  ])('%s is not an accent', (_, text, query, shown) => {
    expect(found(text, query, false)).toEqual(shown);
  });
});

describe('matching accents', () => {
  test.each([
    ['resume is not résumé', 'résumé resume', 'resume', ['resume']],
    ['e is not half of a decomposed é', 'cafe\u0301 cafe', 'cafe', ['cafe']],
    ['composed finds decomposed', nfd('Žižkov'), 'žižkov', [nfd('Žižkov')]],
    ['decomposed finds composed', 'Žižkov', nfd('žižkov'), ['Žižkov']],
    ['marks in another order', 'a\u0323\u0302 ậ', 'ậ', ['a\u0323\u0302', 'ậ']],
    ['ł is not l', 'łoś los', 'los', ['los']],
    ['ё is not е', 'всё все', 'все', ['все']],
    ['points count', 'שָׁלוֹם שלום', 'שלום', ['שלום']],
    ['capitals do not', 'ŽLUŤOUČKÝ ÉTÉ', 'žluťoučký été', ['ŽLUŤOUČKÝ ÉTÉ']],
    ['ß and SS are one letter', 'STRASSE, Straße, STRAẞE', 'straße', ['STRASSE', 'Straße', 'STRAẞE']],
    ['sigma', 'ΟΔΟΣ οδός', 'οδος', ['ΟΔΟΣ']],
    ['a Turkish İ', 'İzmir I\u0307zmir', 'izmir', ['İzmir', 'I\u0307zmir']],
    ['a Turkish ı', 'sık sik', 'sik', ['sik']],
    ['a digraph', 'ǅungla', 'džungla', ['ǅungla']],
  ])('%s', (_, text, query, shown) => {
    expect(found(text, query, true)).toEqual(shown);
  });
});

describe.each(BOTH)('with accents %s', (accents) => {
  test.each([
    ['a soft hyphen', 'auto\u00admobil', 'automobil', ['auto\u00admobil']],
    ['a soft hyphen in the query', 'automobil', 'auto\u00admobil', ['automobil']],
    ['a zero-width space', 'ภาษา\u200bไทย', 'ภาษาไทย', ['ภาษา\u200bไทย']],
    ['a word joiner', 'a\u2060b', 'ab', ['a\u2060b']],
    ['a byte order mark', '\ufeffText', 'text', ['Text']],
    ['directional marks', '\u2067a\u200eb\u2069 c', 'ab c', ['a\u200eb\u2069 c']],
    ['a non-joiner in Persian', 'می\u200cخواهم', 'میخواهم', ['می\u200cخواهم']],
    ['a non-joiner in the query', 'میخواهم', 'می\u200cخواهم', ['میخواهم']],
    ['a joiner in Sinhala', 'ශ්\u200dරී', 'ශ්රී', ['ශ්\u200dරී']],
    ['an emoji with and without its selector', '❤\ufe0f ❤', '❤', ['❤\ufe0f', '❤']],
    ['text between invisible characters', 'a\u00adb\u00adc', 'b', ['b']],
    ['a Mongolian selector', 'ᠠ\u180bᠨ', 'ᠠᠨ', ['ᠠ\u180bᠨ']],
    ['an ideographic selector', '葛\u{e0100}城', '葛城', ['葛\u{e0100}城']],
  ])('%s neither prevents a match nor splits one', (_, text, query, shown) => {
    expect(found(text, query, accents)).toEqual(shown);
  });

  test.each([
    ['hard, narrow, thin and wide spaces', 'a\u00a0b\u202fc\u2009d\u3000e', 'a b c d e'],
    ['a tab', 'a\tb', 'a b'],
    ['Czech quotes', '„ano“ ‚ne‘', '"ano" \'ne\''],
    ['English quotes', '“yes” ‘no’ it’s', "\"yes\" 'no' it's"],
    ['French quotes', '«\u00a0oui\u00a0» ‹non›', '" oui " \'non\''],
    ['plain quotes in the text', '"ano"', '„ano“'],
    ['an en dash', 'Praha–Brno', 'Praha-Brno'],
    ['a dash between words', 'Praha – Brno', 'praha - brno'],
    ['a hyphen that does not break', 'e‑mail', 'e-mail'],
    ['a minus', '−5', '-5'],
    ['two hyphens that became a dash', 'wait—no', 'wait--no'],
    ['two hyphens that did not', 'a --b', '--b', '--b'],
    ['an ellipsis', 'wait…', 'wait...'],
    ['dots', 'wait...', 'wait…'],
    ['a product', '3×5', '3x5'],
    ['a product typed with a star', '3 × 5', '3 * 5'],
    ['a product that kept its star', '3*5', '3*5'],
    ['a product that kept its letter', '3x5', '3x5'],
    ['fractions', '½ ¼ ¾', '1/2 1/4 3/4'],
    ['arrows', 'a → b ← c', 'a -> b <- c'],
    ['squares and cubes', 'm² x³', 'm^2 x^3'],
    ['signs', '© ® ™ ± ≠ «', '(c) (r) (tm) +/- != <<'],
    ['a trade mark', 'Acme™', 'acmetm'],
    ['full-width letters', 'ＡＢＣ１２３', 'abc123'],
    ['half-width kana', 'ｶﾞｯｺｳ', 'ガッコウ'],
    ['ligatures', 'ﬁnance, oﬃce', 'finance, office'],
    ['Arabic forms', 'ﻛﺘﺎﺏ', 'كتاب'],
  ])('%s are found by typed characters', (_, text, query, shown = text) => {
    expect(found(text, query, accents)).toEqual([shown]);
  });

  test.each([
    ['a person of a family', FAMILY, '👨'],
    ['two persons of a family', FAMILY, '👨\u200d👩'],
    ['another family', FAMILY, '👨👩👧'],
    ['half a flag', '🇨🇿', '🇨'],
    ['a flag across two', '🇨🇿🇨🇿', '🇿🇨'],
    ['a thumb of another skin', '👍🏽', '👍'],
    ['the digit of a keycap', '1\ufe0f\u20e3', '1'],
    ['the flag of a part', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴'],
    ['half of an ellipsis', '…', '..'],
    ['the letter x', 'x', '×'],
    ['half of a fraction', '½', '2'],
    ['half of ß', 'Maß', 'mas'],
    ['か in がっこう', 'がっこう', 'か'],
    ['か in がっこう, decomposed', nfd('がっこう'), 'か'],
    ['a stray mark', 'がっこう', '\u3099'],
    ['only the invisible', 'a\u200bb', '\u200b'],
    ['what a mention is', 'a\ufffcb', '\ufffc'],
    ['words across a mention', 'a\ufffcb', 'ab'],
    ['Korean laughter as syllables', 'ㅎㅏ', '하'],
  ])('%s is not found', (_, text, query) => {
    expect(found(text, query, accents)).toEqual([]);
  });

  test.each([FAMILY, '🇨🇿', '👍🏽', '1\ufe0f\u20e3', 'कि', '각', 'が', 'a\u20dd', 'ㅋㅋ', '´', '†'])(
    '%s is found in itself, once',
    (text) => {
      expect(found(`x${text}y`, text, accents)).toEqual([text]);
    },
  );
});

test('letters that browsers treat as equal in a search are equal', () => {
  const browser = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' });
  const letters = Array.from({ length: 0x2000 - 0xc0 }, (_, index) => String.fromCharCode(0xc0 + index));
  const accented = letters.filter(
    (one) =>
      /^\p{L}$/u.test(one) &&
      !/\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Oriya}/u.test(one) &&
      nfd(one).length > 1,
  );
  const other = accented.filter((one) => {
    const base = nfd(one).charAt(0);
    return (found(one, base, false).length === 1) !== (browser.compare(one, base) === 0);
  });
  expect(accented.length).toBeGreaterThan(800);
  expect(other).toEqual([]);
});

const PIECES = [
  ...Array.from('aeřłßøİıΣςйёи かハ한하글कกשכأ👨👩❤1½…™„–-*x^2Ａｶ<>.🇨🇿'),
  ...['\u0301', '\u0308', '\u3099', '\u1112', '\u1161', 'ि', '्', 'ำ', '\u05b8', '\u064e', 'ـ', 'ﾞ', 'ﬁ', '🏽'],
  ...['\u200d', '\u200c', '\u200b', '\u00ad', '\ufe0f', '\u20e3', '\u0600', '👨\u200d👩\u200d👧', 'ශ්\u200dරී'],
];

test('in any text, matches end at grapheme boundaries, and normalization changes nothing', () => {
  const random = createRandom(24);
  const pick = (length: number): string =>
    Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
  const characters = new Intl.Segmenter();
  let count = 0;
  for (let run = 0; run < 4000; run += 1) {
    const text = pick(12 * random());
    const at = Math.floor(random() * text.length);
    const query = run % 2 === 0 ? pick(1 + 2 * random()) : text.slice(at, at + 1 + 3 * random());
    const edges = new Set([text.length, ...Array.from(characters.segment(text), ({ index }) => index)]);
    for (const accents of BOTH) {
      const folded = foldText(text, accents);
      const matches = findFolded(folded, foldQuery(query, accents));
      for (const { start, end } of matches)
        expect([text, query, edges.has(start) && edges.has(end) && start < end]).toEqual([text, query, true]);
      count += matches.length;
      expect(foldText(nfd(text), accents).text).toBe(folded.text);
      expect(foldText(text.normalize(), accents).text).toBe(folded.text);
    }
  }
  expect(count).toBeGreaterThan(1000);
});
