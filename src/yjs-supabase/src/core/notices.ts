/**
 * Notices: small messages from one session to some of the others present, on the cursor lane (PROTOCOL.md, A9). The host
 * defines their meaning. A lost notice is not repeated.
 */
import { encodeWireFrame, type NoticeFrame } from '../protocol/frame.ts';
import { proveTo } from '../protocol/proof.ts';
import type { TagKey } from '../protocol/tag.ts';
import { audienceOf } from './audience.ts';
import type { CoreEvent } from './events.ts';
import { authorOf, noteFrame } from './people.ts';
import { change, type Notices, type Turn } from './state.ts';
import { EARLY_MS, noteBroadcast, noteSender, noteSent, waitMs } from './traffic.ts';

const MAX_NOTICE_BYTES = 512;

const setNotices = (turn: Turn, changes: Partial<Notices>): void =>
  change(turn, { notices: { ...turn.state.notices, ...changes } });

export function queueNotice(
  turn: Turn,
  { name, bytes, to }: Extract<CoreEvent, { kind: 'send-notice' }>,
): void {
  if (bytes.length > MAX_NOTICE_BYTES) return;
  setNotices(turn, { waiting: { ...turn.state.notices.waiting, [name]: { bytes, to } } });
  sendNotices(turn);
}

/** Notices share the window and the part of the allowance that cursors have. */
export function sendNotices(turn: Turn): void {
  const { lanes, session, notices } = turn.state;
  if (Object.keys(notices.waiting).length === 0) return;
  const delayMs = waitMs(turn, 'cursor');
  if (delayMs > EARLY_MS) return void turn.effects.push({ kind: 'start-timer', name: 'notice', delayMs });
  setNotices(turn, { waiting: {} });
  // Too late when the lanes are back: its content will have changed.
  if (lanes.phase !== 'up' || session.phase !== 'open') return;
  for (const { bytes, to } of Object.values(notices.waiting)) sendNotice(turn, session.tagKey, bytes, to);
}

function sendNotice(turn: Turn, author: TagKey, bytes: Uint8Array, to: readonly string[]): void {
  const { peers } = audienceOf(turn.state, turn.moment.nowMs);
  const readers = to.filter((sessionId) => peers.has(sessionId));
  if (readers.length === 0) return;
  const counter = turn.state.notices.sent + 1;
  setNotices(turn, { sent: counter });
  noteSent(turn, 'cursor');
  const { sessionId, pulling } = turn.state;
  const notice = { kind: 'notice', counter, bytes } as const;
  const proofs = proveTo(author, readers, notice);
  const frame = encodeWireFrame({ ...notice, sessionId, head: pulling.head, proofs });
  turn.effects.push({ kind: 'send', lane: 'aw', bytes: frame });
}

/** Only those it was meant for can verify it; for all others it only counts as traffic. */
export function takeNotice(turn: Turn, frame: NoticeFrame): void {
  noteBroadcast(turn);
  const { sessionId, counter, bytes } = frame;
  const { received } = turn.state.notices;
  if (sessionId === turn.state.sessionId || bytes.length > MAX_NOTICE_BYTES) return;
  if (counter <= (received[sessionId] ?? 0)) return;
  const entry = authorOf(turn, frame);
  if (!entry) return;
  setNotices(turn, { received: { ...received, [sessionId]: counter } });
  noteSender(turn, 'cursor', sessionId);
  noteFrame(turn, sessionId);
  turn.effects.push({ kind: 'receive-notice', entry, bytes });
}
