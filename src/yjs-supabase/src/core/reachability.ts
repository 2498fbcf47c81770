/** Whether the server is reachable, and which refusals end the document. */
import type { LogFailure } from '../ports/document-log.ts';
import { TIMERS } from './events.ts';
import { pollOften } from './schedule-poll.ts';
import { change, lowered, type CoreState, type Turn } from './state.ts';

/** Codes after which this client can no longer read the document (S15). */
const ENDING_CODES = new Set(['forbidden', 'not_found', 'gone', 'generation_mismatch', 'upgrade_required']);

/** A dead line is noticed to work again within a second or two, if it is not dead for long. */
const OFTEN_AFTER_SILENCE_MS = 60_000;
const ENOUGH_SILENCES = 2;

export function noteContact(turn: Turn): void {
  change(turn, {
    contact: { reachable: true, signedOut: false, lastAtMs: turn.moment.nowMs, silences: 0 },
  });
}

export function noteSilence(turn: Turn): void {
  const { contact } = turn.state;
  change(turn, { contact: { ...contact, reachable: false, silences: contact.silences + 1 } });
  if (contact.reachable) pollOften(turn, OFTEN_AFTER_SILENCE_MS);
}

/**
 * Whether a reply has come after several requests without one. A single failure may be that of one function, which has to
 * wait for its backoff.
 */
export const isAnsweredAgain = ({ contact: before }: CoreState, { contact: now }: CoreState): boolean =>
  before.silences >= ENOUGH_SILENCES && now.silences === 0;

/** Takes a failed request of any kind; the caller retries unless the document ended. */
export function noteFailure(turn: Turn, failure: LogFailure): void {
  if (failure.kind === 'unreachable') return noteSilence(turn);
  if (failure.code === 'unauthenticated') {
    const { lastAtMs } = turn.state.contact;
    change(turn, { contact: { reachable: true, signedOut: true, lastAtMs, silences: 0 } });
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
