/** Letters as search compares them: without case, accents and invisible characters. */

/** Soft hyphens, joiners, direction marks and the Arabic stretch: a reader does not see them. */
const INVISIBLE =
  /[\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u034f|[\ufe00-\ufe0f]/gu;

/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels. In scripts of India such marks are letters of their own. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};
const NOT_PLAIN = /[ßæœøđðþłħı]/g;

/** Lower case, one form of each character, nothing invisible; accents stay. */
export const withAccents = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().normalize('NFC');

/** The same without accents. */
export const foldLetters = (text: string): string =>
  withAccents(text)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter);
