/** "3 comments": a number with the form of a word that it takes. */
import type { Language } from '../languages.ts';

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export const counter =
  (language: Language, forms: Forms) =>
  (count: number): string => {
    const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
    return `${new Intl.NumberFormat(language).format(count)} ${form}`;
  };

export const listOf = (language: Language, parts: readonly string[]): string =>
  new Intl.ListFormat(language).format(parts);
