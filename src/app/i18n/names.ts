/** Lists and sorts names as each language does. Pure. */
import type { Language } from '#contract/languages.ts';

/** "Ann, Bob, and Eve" · "Ann, Bob a Eva" */
export function formatList(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(names);
}

/** Cache: constructing a collator takes longer than rendering an avatar. */
const collators = new Map<Language, Intl.Collator>();

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true });
  collators.set(language, collator);
  return collator;
}

/** Compares names in the dictionary order of a language: in Czech *ch* comes after *h*. */
export function compareNames(language: Language): (one: string, other: string) => number {
  return (one, other) => collatorOf(language).compare(one, other);
}
