/** Numbers, lists and order the way each language has them. Pure. */
import type { Language } from './language.ts';

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}

/** "Ann, Bob, and Eve" · "Ann, Bob a Eva" */
export function formatList(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(names);
}

/** Sorts names as a dictionary of the language does: in Czech *ch* comes after *h*. */
export function compareNames(language: Language): (one: string, other: string) => number {
  return new Intl.Collator(language, { numeric: true }).compare;
}
