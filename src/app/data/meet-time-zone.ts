import { ApiError } from './api-error.ts';
import { keepChoice, keptChoice } from './kept-choice.ts';
import { meetTimeZone } from './notifications.ts';

/** Tells the server the time zone of this browser, once; the server keeps it if the user has chosen none. */
export async function meetOnce(userId: string, timeZone = browserTimeZone()): Promise<void> {
  const key = `spolu-time-zone-${userId}`;
  if (keptChoice(key) === timeZone) return;
  try {
    await meetTimeZone(timeZone);
    keepChoice(key, timeZone);
  } catch (error) {
    // The next page that opens tries again.
    if (!(error instanceof ApiError)) throw error;
  }
}

export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
