/** Times of settings, as people read them. */
import type { Language } from '#contract/languages.ts';

/** "8:00" · "8:00 AM" */
export const formatHour = (hour: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2000, 0, 1, hour),
  );

/** Those that this browser knows, and the chosen one. */
export function listTimeZones(chosen: string): { readonly value: string; readonly label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...zones]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') }));
}
