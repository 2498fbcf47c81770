import type { Language } from '#contract/languages.ts';

const IS_EVERYDAY = process.env['SPOLU_TEST_ALL'] === undefined;

/** A story in every variant with `npm run test:all`, in the first with `npm test`. */
export const inVariants = <T>(variants: readonly T[]): readonly T[] =>
  IS_EVERYDAY ? variants.slice(0, 1) : variants;

/** A story in every language with `npm run test:all`, in the given one with `npm test`. */
export const inLanguages = <T extends { readonly language: Language }>(
  everyday: Language,
  languages: readonly T[],
): readonly T[] => (IS_EVERYDAY ? languages.filter(({ language }) => language === everyday) : languages);
