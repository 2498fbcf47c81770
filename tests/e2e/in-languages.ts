import type { Language } from '../../src/app/i18n/language.ts';

/** A story in every language with `npm run test:all`, in the given one with `npm test`. */
export const inLanguages = <T extends { readonly language: Language }>(
  everyday: Language,
  languages: readonly T[],
): readonly T[] =>
  process.env['SPOLU_TEST_ALL'] === undefined
    ? languages.filter(({ language }) => language === everyday)
    : languages;
