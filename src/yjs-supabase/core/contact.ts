/** Whether the server answers, and what its refusals mean for the whole document. */
import type { LogFailure } from '../document-log.ts';
import { TIMERS } from './events.ts';
import { change, type Turn } from './state.ts';

/** Codes after which this document can no longer be read by this client. */
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
  // `internal`, `unavailable`, `rate_limited`, `restore_in_progress`: the server is there and will do it later.
  if (failure.code === 'internal' || failure.code === 'unavailable') noteSilence(turn);
}

/** Reading has ended: lanes are left, timers stop, own unsaved work stays. */
export function end(turn: Turn, code: string): void {
  if (turn.state.ended !== null) return;
  change(turn, {
    ended: code,
    lanes: {
      ...turn.state.lanes,
      round: turn.state.lanes.round + 1,
      phase: 'down',
      joined: [],
      upSinceMs: null,
    },
  });
  turn.effects.push({ kind: 'leave' });
  for (const name of TIMERS) if (name !== 'tick') turn.effects.push({ kind: 'stop-timer', name });
}
