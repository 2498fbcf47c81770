import type { Language } from '#contract/languages.ts';
import type { Texts } from './template-names.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>> = {
  'en-US': () => import('./texts/en-us.ts'),
  cs: () => import('./texts/cs.ts'),
};

/** Our templates in this language, as Markdown. */
export const loadTexts = async (language: Language): Promise<Texts> => (await LOADERS[language]()).texts;
