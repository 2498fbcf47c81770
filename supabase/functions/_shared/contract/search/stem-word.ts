/** Stems of words: the forms of a word share one. */
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { foldLetters, withAccents } from './fold-letters.ts';
import { stemCzech } from './stem-czech.ts';

/** Slovak is stemmed as Czech. */
export const STEMMED = ['cs', 'en', 'de'] as const;
export type StemmedLanguage = (typeof STEMMED)[number];

const LATIN = /^[a-z]{2,}$/;

/** Stems of a word in a language, in any of them with null. None for numbers, single letters and other scripts. */
export function stemsOf(word: string, language: StemmedLanguage | null): readonly string[] {
  const exact = foldLetters(word);
  if (!LATIN.test(exact)) return [];
  const accented = withAccents(word);
  const languages = language === null ? STEMMED : [language];
  return [...new Set(languages.flatMap((each) => stem(exact, accented, each)))];
}

function stem(exact: string, accented: string, language: StemmedLanguage): readonly string[] {
  switch (language) {
    case 'cs':
      return stemCzech(exact, accented);
    case 'en':
      return [stemEnglish(exact)];
    case 'de':
      return [foldLetters(stemGerman(accented))];
  }
}
