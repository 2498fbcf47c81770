/**
 * Measured rates of Spolu's provider over the embedded Supabase. `npm run bench -- rates` measures the calls, with human
 * pauses in typing. Messages were counted at six keystrokes a second within the limits of Realtime's free plan. After a
 * change here, run `npm run cost -- --write`.
 */
import type { Rates } from './reckon.ts';

export const MEASURED_ON = '2026-11-25';

export const RATES: Rates = {
  // An author alone makes 0.27 calls a second, each of two or ten authors 0.25. 9 or 49 readers add none.
  callsTyping: 0.27,
  callsReading: 0,
  // Opening a document: `open-session`, `load-document`, `save-snapshot`.
  callsOpening: 3,
  // Each of two authors sends 6.6 a second, of three 5.5, of ten 2.3: pages slow down, so this is too high for many in
  // one document. It includes the server's messages about the head.
  messagesTyping: 6.6,
  messagesOpening: 2,
  bytesPerMessage: 400,
  // 259,778 edits produced a document of 312 KB: 1.2 bytes per keystroke.
  keptBytesTyping: 7.2,
  // Without the app itself, which another host serves and browsers cache.
  bytesOpening: 300_000,
  // An hour with a list before somebody whose documents have ten members: how often it is read, how often it was before each person
  // had a topic, and what is sent there (docs/decisions/0062).
  listReads: 88,
  listReadsWithoutTopic: 181,
  listMessages: 110,
};
