// @vitest-environment jsdom
/** Two users change the structure of the same text: at once, before either receives the other's change, or in turn. */
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import type { UndoManager } from 'yjs';
import { createDice, type Dice } from '../fuzz/dice.ts';
import { CHANGES, DOCUMENTS, type Change, type DocumentName } from './changes.ts';
import { createSchedule } from './schedule.ts';
import { openCompany, type Person } from './slow-line.ts';
import { readHtml } from '../support/editors.ts';

const { TOGETHER_RUNS: runs = '60', TOGETHER_FROM: from = '1' } = process.env;
const OFFLINE_MS = 90_000;
const LINES = [
  { delayMs: 80, jitterMs: 0, loss: 0 },
  { delayMs: 250, jitterMs: 100, loss: 0.05 },
];
/** Without deletions: deleted text may be gone, or still be present where the other user moved it. */
const MOVING = CHANGES.filter(({ name }) => !name.startsWith('deletes'));
const PAIRS = (Object.keys(DOCUMENTS) as DocumentName[])
  .filter((document) => !document.includes('empty'))
  .flatMap((document) => {
    const fitting = MOVING.filter((change) => change.in.includes(document));
    return fitting.flatMap((one) => fitting.map((other) => [document, one, other] as const));
  });

type Aftermath = 'nothing' | 'one undoes' | 'the other undoes' | 'both undo';
type When = 'at once' | 'in turn' | 'offline';

interface Plan {
  readonly document: DocumentName;
  readonly changes: readonly [Change, Change];
  readonly aftermath: Aftermath;
  readonly when: When;
  readonly dice: Dice;
}

function planTwo(seed: number): Plan {
  const dice = createDice(seed, 'two');
  const [document, one, other] = PAIRS[(seed * 211) % PAIRS.length]!;
  return {
    document,
    changes: [one, other],
    aftermath: dice.pick(['nothing', 'nothing', 'one undoes', 'the other undoes', 'both undo'] as const),
    when: dice.pick(['at once', 'at once', 'in turn', 'offline'] as const),
    dice,
  };
}

const describe = ({ document, changes: [one, other], aftermath, when }: Plan): string =>
  `${document}: one ${one.name}, the other ${other.name}, ${when}, then ${aftermath}`;

function playTwo({ document, changes, aftermath, when, dice }: Plan): readonly Person[] {
  const schedule = createSchedule();
  const company = openCompany(['Anna', 'Cyril'], dice.pick(LINES), schedule, dice);
  const people = company.people as readonly [Person, Person];
  // The client with the larger id gives way.
  const first = dice.whole(1, 2);
  for (const [at, { doc }] of people.entries()) doc.clientID = 1000 + (first === 1 ? at : 1 - at);
  people[0].editor.commands.setContent(DOCUMENTS[document]);
  schedule.run();
  stepOf(people[0]).clear();
  const target = { name: document, firstLetters: '' };
  if (when === 'offline') people[1].goOffline();
  for (const [at, person] of people.entries())
    schedule.after(dice.between(0, 60) + (when === 'in turn' ? at * 5000 : 0), () => {
      // In turn, the first change may have divided the word by which the second finds its position.
      if (!person.editor.getText({ blockSeparator: '\n' }).includes('gamma')) return;
      stepOf(person).stopCapturing();
      changes[at]!.run(person, target);
      stepOf(person).stopCapturing();
    });
  if (when === 'offline') schedule.after(OFFLINE_MS, () => people[1].goOnline());
  const undo = (at: number): void =>
    schedule.after(OFFLINE_MS + 5000, () => void people[at]!.editor.commands.undo());
  if (aftermath === 'one undoes' || aftermath === 'both undo') undo(0);
  if (aftermath === 'the other undoes' || aftermath === 'both undo') undo(1);
  schedule.run();
  return people;
}

const stepOf = ({ editor }: Person): UndoManager => yUndoPluginKey.getState(editor.state).undoManager;

/** Whether no empty block may remain. Undo and tables may leave some. */
const isWithoutTrace = ({ document, aftermath, when }: Plan): boolean =>
  document !== 'a table' && aftermath === 'nothing' && when !== 'in turn';

const emptyIn = (html: string): number => html.match(/<(p|h2|summary|code)[^>]*><\//g)?.length ?? 0;

const lettersOf = (text: string): string => Array.from(text.replaceAll(/\s/g, '')).toSorted().join('');

test(`${runs} pairs of changes leave every word once`, { timeout: 3_600_000 }, () => {
  const faults: string[] = [];
  for (let seed = Number(from); seed < Number(from) + Number(runs); seed += 1) {
    const plan = planTwo(seed);
    const people = playTwo(plan);
    const [one, other] = people.map(({ editor }) => readHtml(editor));
    const text = people[0]!.editor.state.doc.textContent;
    const before = DOCUMENTS[plan.document].replaceAll(/<[^>]*>/g, '');
    if (one !== other) faults.push(`${seed} differs: ${describe(plan)}`);
    else if (lettersOf(text) !== lettersOf(before)) faults.push(`${seed} ${describe(plan)}: ${one}`);
    else if (isWithoutTrace(plan) && emptyIn(one!) > emptyIn(DOCUMENTS[plan.document]))
      faults.push(`${seed} leaves empty blocks, ${describe(plan)}: ${one}`);
  }
  expect(faults).toEqual([]);
});
