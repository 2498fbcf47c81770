/** "Nov 29, 2:30 PM" · "29. 11. 14:30": where the reader is. */
import type { Language } from '../languages.ts';

export function formatWhen(date: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: language === 'cs' ? 'numeric' : 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: knownTimeZone(timeZone),
  }).format(date);
}

/** PostgreSQL has names that JavaScript does not know, such as "posix/Europe/Prague". */
function knownTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}
