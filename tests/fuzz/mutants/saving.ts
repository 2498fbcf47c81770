import type { Mutant } from './mutant.ts';

const CORE = 'src/yjs-supabase/src/core';

/** Mistakes in the outbox, counters and acknowledgements. */
export const SAVING: readonly Mutant[] = [
  {
    name: 'an acknowledgement settles later changes too',
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
    name: 'changes are merged into sent items',
    file: `${CORE}/outbox.ts`,
    find: 'if (open && !open.sealed && open.update.length',
    replace: 'if (open && open.update.length',
  },
  {
    name: 'sent items are not sealed',
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
    name: 'sent live before it is on the disk',
    file: `${CORE}/sending.ts`,
    find: "const isStored = item.stored !== 'waiting';",
    replace: "const isStored = item.stored !== 'no';",
  },
  {
    name: 'an older write counts for newer bytes',
    file: `${CORE}/outbox.ts`,
    find: 'item.counter === counter && item.revision === revision',
    replace: 'item.counter === counter',
  },
  {
    name: 'the disk deletes more than was acknowledged',
    file: `${CORE}/learn-reply.ts`,
    find: "turn.effects.push({ kind: 'forget', upTo: acked });",
    replace: "turn.effects.push({ kind: 'forget', upTo: turn.state.outbox.lastCounter });",
    faults: ['crash', 'power cut', 'slow database'],
  },
  {
    name: 'the disk deletes items that are only sent',
    file: `${CORE}/saving.ts`,
    find: "  turn.effects.push({ kind: 'stop-timer', name: 'append' });",
    replace: "  turn.effects.push({ kind: 'forget', upTo: last.counter });",
    faults: ['crash', 'partition'],
  },
  {
    name: 'nothing is stored after the first change',
    file: `${CORE}/saving.ts`,
    find: 'if (!item) return;',
    replace: 'if (!item || item.counter > 1) return;',
  },
  {
    name: 'an append without a reply blocks all others',
    file: `${CORE}/saving.ts`,
    find: 'export function watchAppend(turn: Turn): void {',
    replace: 'export function watchAppend(turn: Turn): void {\n  if (turn.state.running) return;',
    faults: ['hang'],
  },
  {
    name: 'changes made during an append wait for the next change',
    file: `${CORE}/saving.ts`,
    find: 'else if (turn.state.saving.due) append(turn);\n  else armAppend(turn);',
    replace: 'else if (turn.state.saving.due) append(turn);',
    faults: ['slow database', 'outage'],
  },
  {
    name: 'a failed append is never retried',
    file: `${CORE}/saving.ts`,
    find: 'function retryAppend(turn: Turn, atLeastMs: number): void {',
    replace:
      'function retryAppend(turn: Turn, atLeastMs: number): void {\n  turn.state = { ...turn.state, saving: { ...turn.state.saving, refused: "internal" } };\n  if (atLeastMs >= 0) return;',
    faults: ['functions'],
  },
  {
    name: 'appends before the editing session is open',
    file: `${CORE}/saving.ts`,
    find: "ended !== null || session.phase !== 'open' || generation === null",
    replace: 'ended !== null || generation === null',
    faults: ['slow database', 'second tab'],
  },
  {
    name: 'a regained role stays refused',
    file: `${CORE}/learn-reply.ts`,
    find: "mayEdit && saving.refused === 'forbidden' ? null : saving.refused;",
    replace: 'saving.refused;',
    faults: ['roles'],
  },
  {
    name: 'one more role may send changes',
    file: `${CORE}/saving.ts`,
    find: 'if (isReader(turn.state)) {',
    replace: 'if (turn.state.role === null) {',
    viewers: true,
  },
];
