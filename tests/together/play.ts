/** Plays a plan in virtual time, and once more in turn: the result for users who wait for each other. */
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type { UndoManager } from 'yjs';
import { createDice } from '../fuzz/dice.ts';
import { closeSeat, connectSeats, openSeat, typeText, type Seat } from '../support/editors.ts';
import { DOCUMENTS, findPlace, type Target } from './changes.ts';
import type { Plan } from './plan.ts';
import { createSchedule } from './schedule.ts';
import { openCompany, type Person } from './slow-line.ts';

export interface Outcome {
  /** One per user, the typist's first. */
  readonly documents: readonly object[];
  /** Text blocks of the typist. */
  readonly blocks: readonly string[];
  /** The text before the typist's caret in its block. */
  readonly beforeCaret: string;
  readonly expected: object;
  readonly offered: readonly string[];
}

const OFFLINE_MS = 90_000;
export const THIRD_WORDS = 'third person types';

export function play(plan: Plan): Outcome {
  const schedule = createSchedule();
  const names = ['Boris', 'Anna', ...(plan.isThird ? ['Cyril'] : [])];
  const company = openCompany(names, plan.line, schedule, createDice(plan.seed, 'line'));
  const [typist, other, third] = company.people as readonly [Person, Person, Person?];
  try {
    other.editor.commands.setContent(DOCUMENTS[plan.document]);
    schedule.run();
    const start = schedule.nowMs();
    const planned: [number, () => void][] = [];
    typist.editor.commands.setTextSelection(findPlace(typist.editor, plan.document, plan.place));
    const dice = createDice(plan.seed, 'hands');
    let atMs = 100;
    let changedAtMs = 0;
    let isUndoable = false;
    for (const [index, letter] of Array.from(plan.sentence).entries()) {
      if (index === plan.changeAt) changedAtMs = atMs + dice.between(0, plan.keyMs);
      planned.push([atMs, () => typeText(typist, letter)]);
      atMs += plan.keyMs * dice.between(0.7, 1.3);
    }
    planned.push([
      changedAtMs,
      () => {
        isUndoable = change(other, plan);
      },
    ]);
    for (const [delayMs, act] of aftermath(plan, other, dice.between(200, 1500)))
      planned.push([changedAtMs + delayMs, () => isUndoable && act()]);
    if (third) planned.push(...thirdHand(third, dice.between(50, 500)));
    for (const [ms, act] of planned) schedule.after(ms, act);
    if (plan.isOffline) {
      schedule.after(0, () => typist.goOffline());
      schedule.after(OFFLINE_MS, () => typist.goOnline());
    }
    if (start < 0) throw new Error('time runs forwards');
    schedule.run();
    return read(plan, company.people);
  } finally {
    company.close();
  }
}

const targetOf = ({ document, sentence }: Plan): Target => ({
  name: document,
  firstLetters: Array.from(sentence)[0]!,
});

function aftermath(
  plan: Plan,
  { editor }: Seat,
  pauseMs: number,
): readonly (readonly [number, () => void])[] {
  const undo = (): void => void editor.commands.undo();
  const redo = (): void => void editor.commands.redo();
  if (plan.aftermath === 'nothing') return [];
  if (plan.aftermath === 'undo') return [[pauseMs, undo]];
  return [
    [pauseMs, undo],
    [pauseMs * 2, redo],
  ];
}

/** A third user who types a separate line at the end. */
function thirdHand(third: Seat, pauseMs: number): [number, () => void][] {
  const { editor } = third;
  const begin = (): void => {
    const end = editor.state.doc.content.size;
    editor
      .chain()
      .insertContentAt(end, '<p></p>')
      .setTextSelection(end + 1)
      .run();
  };
  return [
    [pauseMs - 10, begin],
    ...Array.from(THIRD_WORDS).map((letter, index): [number, () => void] => [
      pauseMs + index * 90,
      () => typeText(third, letter),
    ]),
  ];
}

function read(plan: Plan, people: readonly Person[]): Outcome {
  const [typist] = people as readonly [Person];
  const { $head } = typist.editor.state.selection;
  const blocks: string[] = [];
  typist.editor.state.doc.descendants((node) => {
    if (node.isTextblock) blocks.push(node.textContent);
    return !node.isTextblock;
  });
  return {
    documents: people.map(({ editor }) => editor.getJSON()),
    blocks,
    beforeCaret: $head.parent.textBetween(0, $head.parentOffset, undefined, '\ufffc'),
    expected: playInTurn(plan),
    offered: typist.tray.list().map(({ text }) => text),
  };
}

/** Types the whole sentence, and then makes the change. */
function playInTurn(plan: Plan): object {
  const [typist, other] = [openSeat('Boris', '#ce0d6e'), openSeat('Anna', '#007e68')];
  try {
    connectSeats(typist, other);
    other.editor.commands.setContent(DOCUMENTS[plan.document]);
    typist.editor.commands.setTextSelection(findPlace(typist.editor, plan.document, plan.place));
    typeText(typist, plan.sentence);
    if (change(other, plan)) for (const [, act] of aftermath(plan, other, 0)) act();
    if (plan.isThird) for (const [, act] of thirdHand(other, 0)) act();
    return typist.editor.getJSON();
  } finally {
    closeSeat(typist);
    closeSeat(other);
  }
}

/** Makes the change as a separate undo step. Returns false if nothing changed. */
function change(seat: Seat, plan: Plan): boolean {
  const { undoManager }: { undoManager: UndoManager } = yUndoPluginKey.getState(seat.editor.state);
  const before = undoManager.undoStack.length;
  undoManager.stopCapturing();
  plan.change.run(seat, targetOf(plan));
  undoManager.stopCapturing();
  return undoManager.undoStack.length > before;
}
