/**
 * The provider as a pure state machine: `(state, event, moment) → state and effects`. It has no clock, randomness,
 * network or storage, so that the same code runs in a browser, in Node and in a simulator.
 *
 * Verbs of the handlers; each changes `turn.state` and pushes to `turn.effects`:
 *
 *     take…   handles one event: a reply, a frame, a timer, an action of the host
 *     watch…  runs every second: times out requests and starts what has become due
 *     note…   records that something happened
 *     learn…  adopts a value that the server sent: role, epoch, head, snapshot, roster
 *     arm…    starts or moves the timer of something that recurs: append, poll, tick
 *     want…   schedules a request; an earlier schedule stands, and one in flight is not doubled
 *
 * Transitions:
 *
 *     session  closed ──open-session──▶ opening ──reply──▶ open (until the provider is destroyed)
 *                 ▲                        │
 *                 └─ retryable, timeout, ──┘
 *                    disconnect
 *
 *     lanes    down ──startJoin──▶ joining ──all three joined──▶ up
 *                ▲                    │                           │
 *                └── closed, timeout, epoch, hidden, disconnect ──┘   (`leaveLanes`; the next join is a new round)
 *
 *     ended    null ──a refusal that no retry can lift (S15), content of a newer schema (W7)──▶ its code, for good
 */
import { decodeWireFrame } from '../protocol/frame.ts';
import { decodeSignedFrame, SIGNED_VERSION } from '../protocol/signed-frame.ts';
import { announce, watchAnnounced } from './announcing.ts';
import { noteChange, takeCompared, takeFolded, watchDigest } from './checking.ts';
import { end, isAnsweredAgain } from './reachability.ts';
import type { CoreEvent, Effect, Moment, TimerName } from './events.ts';
import { forgiveFailures, learnEpoch, startJoin, takeClosed, takeJoined } from './joining.ts';
import { learnHead } from './schedule-pull.ts';
import { takeKept, takeKeptLogged } from './kept-text.ts';
import { noteMessage, watchLanes } from './deaf-lanes.ts';
import { forgetHoles } from './peer-counters.ts';
import {
  keepCursors,
  readRoster,
  showHeld,
  takeCursorFrame,
  takePresent,
  takeRoster,
  wantRoster,
  watchRoster,
} from './people.ts';
import { queueNotice, sendNotices, takeNotice } from './notices.ts';
import { poll, takeHead, watchPoll } from './polling.ts';
import { isAnnounced } from './schedule-poll.ts';
import { takeApplied, watchPending } from './pending.ts';
import { catchUp, pull, takeCatchUp, takePulled, watchPull } from './pulling.ts';
import { applyUnlogged, takeReceived, takeSignedFrame, takeUpdateFrame, takeVerified } from './receiving.ts';
import { takeRelayed, watchRelay } from './relaying.ts';
import {
  appendNow,
  takeAppended,
  takeAppendTimer,
  refuseOwn,
  takeLocalUpdate,
  takeNoted,
  takeStored,
  watchAppend,
  watchStore,
} from './saving.ts';
import { isCount, joinNamedRows, namesUnsentRows, readNamedRows } from './named-rows.ts';
import { takeCursorMoved, takeCursorRested, takeCursorTimer, takeSendTimer } from './sending.ts';
import {
  armTick,
  connect,
  disconnect,
  goAway,
  hide,
  openSession,
  resume,
  retire,
  takeSessionOpened,
  wake,
  watchSession,
} from './session.ts';
import { change, type CoreState, type Turn } from './state.ts';
import { noteBroadcast } from './traffic.ts';

const HOLE_LIFE_MS = 10_000;

export interface Step {
  readonly state: CoreState;
  readonly effects: readonly Effect[];
}

/** One step. The caller adopts the new state and then runs the effects in order. */
export function step(state: CoreState, event: CoreEvent, moment: Moment): Step {
  const turn: Turn = { state, effects: [], moment };
  take(turn, event);
  if (isAnsweredAgain(state, turn.state)) resume(turn);
  if (event.kind === 'own-noted' || event.kind === 'applied') noteChange(turn);
  return { state: turn.state, effects: turn.effects };
}

function take(turn: Turn, event: CoreEvent): void {
  switch (event.kind) {
    case 'connect':
      return connect(turn);
    case 'kept-shown':
      return takeKept(turn, event.place, event.hasUnlogged);
    case 'kept-logged':
      return takeKeptLogged(turn);
    case 'disconnect':
      return disconnect(turn);
    case 'retire':
      return retire(turn);
    case 'wake':
      return wake(turn);
    case 'hidden':
      return hide(turn);
    case 'flush':
      return appendNow(turn, event.leaving);
    case 'local-update':
      if (event.isPoison === true) refuseOwn(turn, 'update_rejected');
      return takeLocalUpdate(turn, event);
    case 'own-noted':
      return takeNoted(turn, event.counter, event.sent, event.bytes);
    case 'stored':
      return takeStored(turn, event.counter, event.revision, event.ok);
    case 'timer':
      return takeTimer(turn, event.name);
    case 'session-opened':
      return takeSessionOpened(turn, event.request, event.outcome);
    case 'pulled':
      return takePulled(turn, event.request, event.outcome);
    case 'appended':
      return takeAppended(turn, event.request, event.outcome);
    case 'relayed':
      return takeRelayed(turn, event.request, event.outcome);
    case 'head-read':
      return takeHead(turn, event.request, event.outcome);
    case 'roster-read':
      return takeRosterRead(turn, event);
    case 'folded':
      return takeFolded(turn, event.request, event.outcome);
    case 'compared':
      return takeCompared(turn, event.seq, event.isSame);
    case 'applied':
      return takeApplied(turn, event.pending);
    case 'not-understood':
      return takeNotUnderstood(turn, event.isFirst);
    case 'lane-joined':
      if (takeJoined(turn, event.round, event.lane)) goLive(turn);
      return;
    case 'lane-closed':
      return takeClosed(turn, event.round, event.reason);
    case 'lane-bytes':
      return takeBytes(turn, event);
    case 'update-received':
      noteMessage(turn);
      return takeReceived(turn, event.frame, event.shown);
    case 'frame-verified':
      return takeVerified(turn, event);
    case 'lane-message':
      return takeMessage(turn, event);
    case 'present':
      return takePresent(turn, event.sessions);
    case 'cursor-moved':
      return takeCursorMoved(turn);
    case 'cursor-rested':
      return takeCursorRested(turn);
    case 'send-notice':
      return queueNotice(turn, event);
  }
}

function takeTimer(turn: Turn, name: TimerName): void {
  switch (name) {
    case 'open':
      return openSession(turn);
    case 'append':
      return takeAppendTimer(turn);
    case 'pull':
      return pull(turn);
    case 'catch-up':
      return takeCatchUp(turn);
    case 'poll':
      return poll(turn);
    case 'send':
      return takeSendTimer(turn);
    case 'cursor':
      return takeCursorTimer(turn);
    case 'notice':
      return sendNotices(turn);
    case 'announce':
      return announce(turn);
    case 'head-message':
      return isAnnounced(turn) ? undefined : poll(turn);
    case 'rejoin':
      return startJoin(turn);
    case 'join-timeout':
      return takeClosed(turn, turn.state.lanes.round, 'timeout');
    case 'hide':
      return goAway(turn);
    case 'roster':
      return readRoster(turn);
    case 'tick':
      return tick(turn);
  }
}

/** A client whose schema lacks a node or a mark would delete it from the shared document (W7a). */
function takeNotUnderstood(turn: Turn, isFirst: boolean): void {
  if (isFirst) change(turn, { pulling: { ...turn.state.pulling, loaded: false } });
  end(turn, 'upgrade_required');
}

/** Held updates go before held cursors, which may stand in them. */
function takeRosterRead(turn: Turn, event: Extract<CoreEvent, { kind: 'roster-read' }>): void {
  const newlyKnown = takeRoster(turn, event.request, event.outcome);
  if (newlyKnown === null) return;
  applyUnlogged(turn, newlyKnown);
  showHeld(turn);
}

function goLive(turn: Turn): void {
  wantRoster(turn);
}

function tick(turn: Turn): void {
  watchSession(turn);
  watchAppend(turn);
  watchStore(turn);
  watchPull(turn);
  watchPoll(turn);
  watchPending(turn);
  watchRoster(turn);
  watchRelay(turn);
  watchDigest(turn);
  watchLanes(turn);
  forgiveFailures(turn);
  keepCursors(turn);
  watchAnnounced(turn);
  change(turn, { peers: forgetHoles(turn.state.peers, turn.moment.nowMs - HOLE_LIFE_MS) });
  armTick(turn);
}

/** Each lane carries one kind of frame, because permission to send is granted per lane (W5). */
function takeBytes(turn: Turn, event: Extract<CoreEvent, { kind: 'lane-bytes' }>): void {
  if (turn.state.lanes.phase === 'down') return;
  if (event.bytes[0] === SIGNED_VERSION) return takeSignedBytes(turn, event);
  const frame = decodeWireFrame(event.bytes);
  if (!frame) return;
  if (event.lane === 'upd' && frame.kind === 'update') takeUpdateFrame(turn, frame);
  // A frame that is about to be applied is noted by `update-received` instead, after it has been rendered.
  if (event.lane !== 'aw' && turn.effects.length === 0) noteMessage(turn);
  if (event.lane === 'aw' && frame.kind === 'awareness') takeCursorFrame(turn, frame);
  if (event.lane === 'aw' && frame.kind === 'notice') takeNotice(turn, frame);
}

function takeSignedBytes(turn: Turn, event: Extract<CoreEvent, { kind: 'lane-bytes' }>): void {
  const frame = decodeSignedFrame(event.bytes);
  if (frame && event.lane === (frame.kind === 'update' ? 'upd' : 'aw')) takeSignedFrame(turn, frame);
  if (frame && event.lane !== 'aw' && turn.effects.length === 0) noteMessage(turn);
}

/** Only the server can send on `ctl`, so its messages are trusted (W6). */
function takeMessage(turn: Turn, event: Extract<CoreEvent, { kind: 'lane-message' }>): void {
  if (event.lane !== 'ctl' || typeof event.payload !== 'object' || event.payload === null) return;
  noteBroadcast(turn, 'server');
  if (event.event !== 'head' && event.event !== 'epoch')
    return void turn.effects.push({ kind: 'tell-host', name: event.event, value: event.payload });
  noteMessage(turn);
  const { head, epoch } = event.payload as { head?: unknown; epoch?: unknown };
  if (event.event === 'head' && isCount(head)) takeHeadWord(turn, head, event.payload);
  if (event.event === 'epoch' && isCount(epoch)) learnEpoch(turn, epoch);
}

function takeHeadWord(turn: Turn, head: number, payload: object): void {
  const word = readNamedRows(payload);
  const { pulling } = turn.state;
  const named = word ? joinNamedRows(pulling.named, word) : pulling.named;
  change(turn, { pulling: { ...pulling, named, announced: head } });
  const isUnsent = word !== null && namesUnsentRows(turn.state, word);
  catchUp(turn);
  learnHead(turn, head, { isUnsent });
  // An undo of the restore must know where others were typing when it reached them.
  if (isUnsent) appendNow(turn, false);
}
