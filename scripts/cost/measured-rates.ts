/**
 * Rates as they were measured: Spolu's provider over the embedded Supabase. `npm run bench -- rates` measures the calls again,
 * with the pauses of people; messages were counted at six keys a second with what Realtime's free plan allows. After a change
 * here, `npm run cost -- --write`.
 */
import type { Habits, Rates } from './reckon.ts';

export const MEASURED_ON = '2026-11-25';

export const RATES: Rates = {
  // One alone 0.27 calls a second, one of two and of ten 0.25. With 9 and with 49 who read along it is no more than alone.
  callsTyping: 0.27,
  callsReading: 0,
  // Opening a document: its session, its text, its shape at rest.
  callsOpening: 3,
  // 6.6 said a second by one of two, 5.5 by one of three, 2.3 by one of ten: pages slow down by themselves, so with many
  // in one document this is too much. The words of the server about the log are among them.
  messagesTyping: 6.6,
  messagesOpening: 2,
  bytesPerMessage: 400,
  // 259,778 edits left a document of 312 KB: 1.2 bytes for each key.
  keptBytesTyping: 7.2,
  // The app itself comes from elsewhere, and browsers keep it.
  bytesOpening: 300_000,
};

/** Not measured: what we take a team to do. */
export const HABITS: Habits = {
  opensPerHour: 2,
  tabsPerPerson: 2,
  filesMbPerHour: 0.5,
  // The document and its versions.
  copiesKept: 20,
  months: 12,
};
