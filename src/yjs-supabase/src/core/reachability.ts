/** Whether the server is reachable, and which refusals end the document. */
import type { LogFailure } from '../ports/document-log.ts';
import { TIMERS } from './events.ts';
import { change, lowered, type Turn } from './state.ts';

/** Codes after which this client can no longer read the document (S15). */
const ENDING_CODES = new Set(['forbidden', 'not_found', 'gone', 'generation_mismatch', 'upgrade_required']);

export function noteContact(turn: Turn): void {
  change(turn, {
    contact: { reachable: true, signedOut: false, lastAtMs: turn.moment.nowMs },
  });
}

export function noteSilence(turn: Turn): void {
  change(turn, { contact: { ...turn.state.contact, reachable: false } });
}

/** Takes a failed request of any kind; the caller retries unless the document ended. */
export function noteFailure(turn: Turn, failure: LogFailure): void {
  if (failure.kind === 'unreachable') return noteSilence(turn);
  if (failure.code === 'unauthenticated') {
    const { lastAtMs } = turn.state.contact;
    change(turn, { contact: { reachable: true, signedOut: true, lastAtMs } });
    return;
  }
  if (ENDING_CODES.has(failure.code)) return end(turn, failure.code);
  // The remaining codes are retried. `internal` and `unavailable` count as unreachable; `rate_limited` and the like do
  // not.
  if (failure.code === 'internal' || failure.code === 'unavailable') noteSilence(turn);
}

/** Ends reading: leaves the lanes and stops the timers, but keeps unsaved local changes. */
export function end(turn: Turn, code: string): void {
  if (turn.state.ended !== null) return;
  change(turn, {
    ended: code,
    lanes: lowered(turn.state.lanes),
  });
  turn.effects.push({ kind: 'leave' });
  for (const name of TIMERS) if (name !== 'tick') turn.effects.push({ kind: 'stop-timer', name });
}
