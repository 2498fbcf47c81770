import type { Language } from '#contract/languages.ts';

/** "in 2 minutes" · "za 2 minuty"; rounded up, with no line break after the number. */
export function formatWait(ms: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const ahead = new Intl.RelativeTimeFormat(language);
  const wait = minutes < 60 ? ahead.format(minutes, 'minute') : ahead.format(Math.ceil(minutes / 60), 'hour');
  return wait.replace(/(?<=\d)\s/u, '\u00a0');
}
