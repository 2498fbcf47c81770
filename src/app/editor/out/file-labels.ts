import type { Language } from '#contract/languages.ts';
import { formats as cs } from '../../i18n/cs/formats.ts';
import { formats as enUs } from '../../i18n/en-us/formats.ts';

type Labels = { readonly [Name in keyof typeof enUs.file]: string };

const LABELS: Readonly<Record<Language, Labels>> = { 'en-US': enUs.file, cs: cs.file };

/** Words that stand in a file, in its language. */
export const labelsOf = (language: Language): Labels => LABELS[language];
