/** Mistakes that the provider could make, one each. */
import type { Mutant } from './mutant.ts';

const CORE = 'src/yjs-supabase/core';

/** Outbox, counters, acknowledgements. */
const SAVING: readonly Mutant[] = [
  {
    name: 'an acknowledgement settles everything typed since',
    file: `${CORE}/saving.ts`,
    find: 'acknowledge(turn, reply.acked);',
    replace: 'acknowledge(turn, turn.state.outbox.lastCounter);',
  },
  {
    name: 'a failed append counts as saved',
    file: `${CORE}/saving.ts`,
    find: 'else if (current) takeFailure(turn, outcome.failure);',
    replace: 'else if (current) { acknowledge(turn, current.upTo); takeFailure(turn, outcome.failure); }',
    faults: ['functions'],
  },
  {
    name: 'an append counts as saved when it is sent',
    file: `${CORE}/saving.ts`,
    find: "  turn.effects.push({ kind: 'stop-timer', name: 'append' });",
    replace: '  acknowledge(turn, last.counter);',
  },
  {
    name: 'settling drops one change too many',
    file: `${CORE}/outbox.ts`,
    find: 'items: outbox.items.filter((item) => item.counter > acked) };',
    replace: 'items: outbox.items.filter((item) => item.counter > acked + 1) };',
  },
  {
    name: 'counters start again',
    file: `${CORE}/outbox.ts`,
    find: 'const counter = outbox.lastCounter + 1;',
    replace: 'const counter = outbox.items.length + 1;',
  },
  {
    name: 'counters skip one',
    file: `${CORE}/outbox.ts`,
    find: 'const counter = outbox.lastCounter + 1;',
    replace: 'const counter = outbox.lastCounter + (outbox.lastCounter === 9 ? 2 : 1);',
  },
  {
    name: 'changes are merged into what was sent already',
    file: `${CORE}/outbox.ts`,
    find: 'if (open && !open.sealed && open.update.length',
    replace: 'if (open && open.update.length',
  },
  {
    name: 'what was sent is not sealed',
    file: `${CORE}/outbox.ts`,
    find: '...newest, sealed: true',
    replace: '...newest, sealed: false',
  },
  {
    name: 'appended before it is on the disk',
    file: `${CORE}/outbox.ts`,
    find: "if (full || !item.sealed || (item.stored === 'waiting' && !leaving)) break;",
    replace: 'if (full || !item.sealed) break;',
  },
  {
    name: 'said live before it is on the disk',
    file: `${CORE}/sending.ts`,
    find: "  if (item.stored === 'waiting'",
    replace: "  if (item.stored === 'no'",
  },
  {
    name: 'an older write to the disk counts for the newer bytes',
    file: `${CORE}/outbox.ts`,
    find: 'item.counter === counter && item.revision === revision',
    replace: 'item.counter === counter',
  },
  {
    name: 'the disk forgets more than was acknowledged',
    file: `${CORE}/facts.ts`,
    find: "turn.effects.push({ kind: 'forget', upTo: acked });",
    replace: "turn.effects.push({ kind: 'forget', upTo: turn.state.outbox.lastCounter });",
    faults: ['crash', 'power cut', 'slow database'],
  },
  {
    name: 'the disk forgets what is only sent',
    file: `${CORE}/saving.ts`,
    find: "  turn.effects.push({ kind: 'stop-timer', name: 'append' });",
    replace: "  turn.effects.push({ kind: 'forget', upTo: last.counter });",
    faults: ['crash', 'partition'],
  },
  {
    name: 'nothing is kept on the disk after the first change',
    file: `${CORE}/saving.ts`,
    find: 'if (!item || generation === null) return;',
    replace: 'if (!item || generation === null || item.counter > 1) return;',
  },
  {
    name: 'an append without an answer blocks all others',
    file: `${CORE}/saving.ts`,
    find: 'export function watchAppend(turn: Turn): void {',
    replace: 'export function watchAppend(turn: Turn): void {\n  if (turn.state.running) return;',
    faults: ['hang'],
  },
  {
    name: 'what was typed during an append waits for the next change',
    file: `${CORE}/saving.ts`,
    find: 'else if (turn.state.saving.due) append(turn);\n  else armAppend(turn);',
    replace: 'else if (turn.state.saving.due) append(turn);',
    faults: ['slow database', 'outage'],
  },
  {
    name: 'a failed append is never tried again',
    file: `${CORE}/saving.ts`,
    find: 'function retryAppend(turn: Turn, atLeastMs: number): void {',
    replace:
      'function retryAppend(turn: Turn, atLeastMs: number): void {\n  turn.state = { ...turn.state, saving: { ...turn.state.saving, refused: "internal" } };\n  if (atLeastMs >= 0) return;',
    faults: ['functions'],
  },
  {
    name: 'appends before the editing session is open',
    file: `${CORE}/saving.ts`,
    find: "ended !== null || session !== 'open' || generation === null",
    replace: 'ended !== null || generation === null',
    faults: ['slow database', 'second tab'],
  },
  {
    name: 'a role that came back stays refused',
    file: `${CORE}/facts.ts`,
    find: "canEdit(role) && saving.refused === 'forbidden' ? null : saving.refused;",
    replace: 'saving.refused;',
    faults: ['roles'],
  },
  {
    name: 'one role more may forward',
    file: `${CORE}/saving.ts`,
    find: 'if (role !== null && !canEdit(role)) {',
    replace: 'if (role === null) {',
    viewers: true,
  },
];

/** Pulling, holes, polling. */
const READING: readonly Mutant[] = [
  {
    name: 'own rows count for rows of others',
    file: `${CORE}/saving.ts`,
    find: '  if (chain !== reply.chain) return;\n',
    replace: '',
    also: [
      {
        file: `${CORE}/saving.ts`,
        find: 'reply.head !== pulling.applied + rows.length)',
        replace: 'reply.head < pulling.applied + rows.length)',
      },
      {
        file: `${CORE}/saving.ts`,
        find: 'applied: reply.head, chain }',
        replace: 'applied: reply.head, chain: reply.chain }',
      },
    ],
    faults: ['lossy'],
  },
  {
    name: 'a live frame raises what is applied',
    file: `${CORE}/people.ts`,
    find: '  noteLive(turn, sessionId, counter);\n  if',
    replace:
      '  noteLive(turn, sessionId, counter);\n  turn.state = { ...turn.state, pulling: { ...turn.state.pulling, applied: Math.max(turn.state.pulling.applied, head), chain: null } };\n  if',
    faults: ['lossy'],
  },
  {
    name: 'a pull without an answer blocks all others',
    file: `${CORE}/pulling.ts`,
    find: 'if (pulling.request && isLate(pulling.request.startedAtMs)) {',
    replace: 'if (pulling.request && isLate(Infinity)) {',
    faults: ['hang'],
  },
  {
    name: 'a poll without an answer blocks all others',
    file: `${CORE}/pulling.ts`,
    find: 'if (pulling.poll && isLate(pulling.poll.startedAtMs)) {',
    replace: 'if (pulling.poll && isLate(Infinity)) {',
    faults: ['hang', 'deaf'],
  },
  {
    name: 'a failed pull is never tried again',
    file: `${CORE}/pulling.ts`,
    find: '  wantPull(turn, Math.max(atLeastMs, Math.min(longestMs',
    replace: '  if (failures < 0) wantPull(turn, Math.max(atLeastMs, Math.min(longestMs',
    faults: ['functions', 'crash'],
  },
  {
    name: 'the head is never asked for',
    file: `${CORE}/pulling.ts`,
    find: "turn.effects.push({ kind: 'read-head', request: request.id });",
    replace: '',
    faults: ['deaf'],
  },
  {
    name: 'a newer head is no reason to pull',
    file: `${CORE}/heads.ts`,
    find: 'if (missing <= 0 || !pulling.loaded) return;',
    replace: 'if (missing < Infinity) return;',
  },
  {
    name: 'a session that was not opened is never tried again',
    file: `${CORE}/session.ts`,
    find: "turn.effects.push({ kind: 'start-timer', name: 'open', delayMs });",
    replace: 'if (delayMs < 0) openSession(turn);',
    faults: ['functions'],
  },
  {
    name: 'an opening without an answer is waited for',
    file: `${CORE}/session.ts`,
    find: 'export function watchSession(turn: Turn): void {',
    replace: 'export function watchSession(turn: Turn): void {\n  if (turn.state.running) return;',
    faults: ['hang', 'crash'],
  },
  {
    name: 'parts that wait in vain wait for ever',
    file: `${CORE}/pulling.ts`,
    find: 'export function watchPending(turn: Turn): void {',
    replace: 'export function watchPending(turn: Turn): void {\n  if (turn.state.running) return;',
    faults: ['lossy', 'functions', 'crash'],
    diskless: true,
  },
  {
    name: 'parts that wait in vain are not dropped before reading again',
    file: `${CORE}/pulling.ts`,
    find: "  turn.effects.push({ kind: 'drop-pending' });\n",
    replace: '',
    faults: ['lossy', 'functions', 'crash'],
    diskless: true,
  },
  {
    name: 'nobody speaks for the vanished',
    file: `${CORE}/relaying.ts`,
    find: 'export function watchRelay(turn: Turn): void {',
    replace: 'export function watchRelay(turn: Turn): void {\n  if (turn.state.running) return;',
    faults: ['crash', 'functions'],
    diskless: true,
  },
  {
    name: 'relayed words get the first counter',
    file: `${CORE}/relaying.ts`,
    find: 'updates: run.map(toSaid) });',
    replace: 'updates: run.map((update) => ({ ...toSaid(update), counter: 1 })) });',
    faults: ['crash', 'functions'],
    diskless: true,
  },
  {
    name: 'what own words rest on is not kept with them',
    file: `${CORE}/saving.ts`,
    find: 'if (turn.state.isDurable) keepAllHeard(turn);',
    replace: '',
    faults: ['schema', 'removal'],
  },
  {
    name: 'what nobody can bring any more is waited for',
    file: `${CORE}/relaying.ts`,
    find: 'const MAX_VAIN = 5;',
    replace: 'const MAX_VAIN = 500;',
    faults: ['crash', 'lossy', 'functions'],
    diskless: true,
  },
  {
    name: 'copies are never compared with the log',
    file: `${CORE}/checking.ts`,
    find: 'if (checking.snapshot === null || !isAtRest(turn)) return;',
    replace: 'if (nowMs >= 0) return;',
    faults: [],
    decays: true,
  },
  {
    name: 'a difference that stays is read away again and again',
    file: `${CORE}/checking.ts`,
    find: 'if (!turn.state.checking.isReread) {',
    replace: 'if (turn.state.running) {',
    faults: [],
    decays: true,
  },
  {
    name: 'a page that is looked at again stays away from the lanes',
    file: `${CORE}/session.ts`,
    find: '  joinSoon(turn);\n  wantPull(turn, 0);\n  if (saving.failures',
    replace: '  wantPull(turn, 0);\n  if (saving.failures',
    faults: ['hidden'],
  },
  {
    name: 'a relay without an answer blocks all others',
    file: `${CORE}/relaying.ts`,
    find: 'return postpone(turn, relaying.request.of);',
    replace: 'return;',
    faults: ['crash', 'functions', 'hang'],
    diskless: true,
  },
  {
    name: 'a log that was set back is believed',
    file: `${CORE}/pulling.ts`,
    find: 'head < request.knownHead;',
    replace: 'head < request.knownHead - Infinity;',
    faults: ['failover'],
  },
  {
    name: 'a log that has grown again is taken for the old one',
    file: `${CORE}/pulling.ts`,
    find: '|| chain === reply.chain;',
    replace: '|| chain !== `${reply.chain}?`;',
    faults: ['failover', 'failover', 'failover'],
  },
  {
    name: 'what a failover lost is not sent again',
    file: `${CORE}/saving.ts`,
    find: 'outbox: recallSettled(outbox), pulling: readAgain',
    replace: 'outbox, pulling: readAgain',
    faults: ['failover'],
  },
];

/** Lanes, epochs, ends, what peers say. */
const LIVE: readonly Mutant[] = [
  {
    name: 'lanes that closed stay closed',
    file: `${CORE}/joining.ts`,
    find: "  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs });",
    replace: '',
    faults: ['rate limit'],
  },
  {
    name: 'a join without an answer is waited for',
    file: `${CORE}/joining.ts`,
    find: "  turn.effects.push({ kind: 'start-timer', name: 'join-timeout', delayMs: settings.joinTimeoutMs });",
    replace: '  if (settings.joinTimeoutMs < 0) return;',
    faults: ['partition'],
  },
  {
    name: 'a newer epoch is ignored',
    file: `${CORE}/joining.ts`,
    find: 'if (lanes.epoch !== null && epoch <= lanes.epoch) return;',
    replace: 'if (lanes.epoch !== null) return;',
    faults: ['removal'],
  },
  {
    name: 'a removed member asks on and on',
    file: `${CORE}/contact.ts`,
    find: "const ENDING_CODES = new Set(['forbidden', ",
    replace: 'const ENDING_CODES = new Set([',
    faults: ['removal'],
  },
  {
    name: 'an ended page stays on the lanes',
    file: `${CORE}/contact.ts`,
    find: "  turn.effects.push({ kind: 'leave' });",
    replace: '',
    faults: ['schema'],
  },
  {
    name: 'update frames count on every lane',
    file: `${CORE}/core.ts`,
    find: "if (event.lane === 'upd' && frame.kind === 'update')",
    replace: "if (frame.kind === 'update')",
    faults: ['malice'],
  },
  {
    name: 'an update may be written by anybody',
    file: 'src/yjs-supabase/admit.ts',
    find: 'update.clientId === null || structs.every(',
    replace: 'update.clientId !== 0 || structs.every(',
    faults: ['malice'],
  },
  {
    name: 'unknown sessions are believed',
    file: `${CORE}/people.ts`,
    find: 'if (!entry) return wantPull(turn, HINT_DELAY_MS);',
    replace:
      "if (!entry) {\n    turn.effects.push({ kind: 'apply', updates: [{ bytes: frame.bytes, source: 'live', clientId: null }] });\n    return;\n  }",
    faults: ['malice'],
  },
  {
    name: 'frames of every version are read',
    file: 'src/yjs-supabase/wire.ts',
    find: ' || bytes[0] !== WIRE_VERSION) return null;',
    replace: ') return null;',
    faults: ['malice'],
  },
  {
    name: 'broken frames throw',
    file: 'src/yjs-supabase/wire.ts',
    find: 'if (error instanceof Error) return null;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'updates that are none throw',
    file: 'src/yjs-supabase/admit.ts',
    find: 'if (error instanceof Error) return false;',
    replace: '',
    faults: ['malice'],
  },
  {
    name: 'a caret brings its own name',
    file: 'src/yjs-supabase/cursors.ts',
    find: 'return isPosition(anchor) && isPosition(head) ? { anchor, head } : undefined;',
    replace:
      'return isPosition(anchor) && isPosition(head) ? (cursor as { anchor: object; head: object }) : undefined;',
    also: [
      {
        file: 'src/yjs-supabase/cursors.ts',
        find: 'JSON.stringify({ cursor, user: userOf(peer.entry) })',
        replace: 'JSON.stringify({ cursor, user: userOf(peer.entry), ...cursor })',
      },
    ],
    faults: ['malice'],
  },
  {
    name: 'a caret may be anything',
    file: 'src/yjs-supabase/cursors.ts',
    find: 'return isPosition(anchor) && isPosition(head) ? { anchor, head } : undefined;',
    replace: 'return { anchor: anchor as object, head: head as object };',
    faults: ['malice'],
  },
];

/** What the page is told, and what it says. */
const SAYING: readonly Mutant[] = [
  {
    name: 'the last change is not counted',
    file: `${CORE}/view.ts`,
    find: 'unsaved: items.length,',
    replace: 'unsaved: items.length > 1 ? items.length : 0,',
  },
  {
    name: 'what is on the disk is not counted',
    file: `${CORE}/view.ts`,
    find: 'unsaved: items.length,',
    replace: "unsaved: items.filter((item) => item.stored !== 'yes').length,",
  },
  {
    name: 'a refusal of the disk counts as kept',
    file: `${CORE}/view.ts`,
    find: "items.every((item) => item.stored === 'yes')",
    replace: "items.every((item) => item.stored !== 'waiting')",
    faults: ['quota', 'functions'],
  },
  {
    name: 'the page says Saved one change early',
    file: 'src/app/room/room-status.ts',
    find: 'if (view.unsaved === 0) {',
    replace: 'if (view.unsaved <= 1) {',
  },
];

export const PROVIDER_MUTANTS: readonly Mutant[] = [...SAVING, ...READING, ...LIVE, ...SAYING];
