import type { Language } from '#contract/languages.ts';

/** "1,234.5" · "1 234,5" */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}
