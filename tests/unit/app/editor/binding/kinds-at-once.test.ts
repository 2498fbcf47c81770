// @vitest-environment jsdom
/** Two users change the kind of the same blocks and cells at once: both see the same, and nothing is there twice. */
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  toggleHeaderCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import type { Command } from '@tiptap/pm/state';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toggleCallout } from '../../../../../src/app/editor/callout/toggle-callout.ts';
import {
  closeSeat,
  meet,
  openSeat,
  readHtml,
  take,
  typeText,
  type Seat,
} from '../../../../support/editors.ts';

let jana: Seat;
let petr: Seat;

const open = (): void => {
  jana = openSeat('Jana', '#ce0d6e');
  petr = openSeat('Petr', '#007e68');
};
const close = (): void => {
  closeSeat(jana);
  closeSeat(petr);
};
beforeEach(open);
afterEach(close);

type Act = (seat: Seat) => void;
const inTable =
  (command: Command): Act =>
  ({ editor }) =>
    void editor.commands.command(({ state, dispatch }) => command(state, dispatch));

const KINDS: Readonly<Record<string, Act>> = {
  'header row': inTable(toggleHeaderRow),
  'header column': inTable(toggleHeaderColumn),
  'header cell': inTable(toggleHeaderCell),
  'heading 1': ({ editor }) => void editor.commands.toggleHeading({ level: 1 }),
  'heading 2': ({ editor }) => void editor.commands.toggleHeading({ level: 2 }),
  bullets: ({ editor }) => void editor.commands.toggleBulletList(),
  numbers: ({ editor }) => void editor.commands.toggleOrderedList(),
  tasks: ({ editor }) => void editor.commands.toggleTaskList(),
  quote: ({ editor }) => void editor.commands.toggleBlockquote(),
  code: ({ editor }) => void editor.commands.toggleCodeBlock(),
  callout: ({ editor }) => toggleCallout(editor, 'info'),
  sink: ({ editor }) => void editor.commands.sinkListItem('listItem'),
  lift: ({ editor }) => void editor.commands.liftListItem('listItem'),
};
const SHAPES: Readonly<Record<string, Act>> = {
  'row below': inTable(addRowAfter),
  'column right': inTable(addColumnAfter),
  'row deleted': inTable(deleteRow),
  'column deleted': inTable(deleteColumn),
};

const table = (cells: readonly string[]): string =>
  `<table>${[cells.slice(0, 2), cells.slice(2)].map((row) => `<tr>${row.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`).join('')}</table><p>end</p>`;
const TEXTS: Readonly<Record<string, string>> = {
  table: table(['amber', 'birch', 'cedar', 'dunes']),
  'empty table': table(['', '', '', '']),
  'half-empty table': table(['amber', '', '', 'dunes']),
  list: '<ul><li><p>amber</p></li><li><p>birch</p></li><li><p>cedar</p></li></ul><p>end</p>',
  'list with an empty item': '<ul><li><p>amber</p></li><li><p></p></li></ul><p>end</p>',
  'nested list':
    '<ol><li><p>amber</p><ul><li><p>birch</p></li></ul></li><li><p>cedar</p></li></ol><p>end</p>',
  paragraphs: '<p>amber</p><p>birch</p><p>cedar</p>',
  'empty paragraph': '<p>amber</p><p></p><p>cedar</p>',
};
const WORDS = ['amber', 'birch', 'cedar', 'dunes', 'end'];

const count = (words: string, word: string): number => words.split(word).length - 1;
/** Number of places where the caret can be. */
const blocksOf = ({ editor }: Seat): number => {
  let blocks = 0;
  editor.state.doc.descendants((node) => void (blocks += Number(node.isTextblock)));
  return blocks;
};
const cellsOf = (seat: Seat): number[] =>
  [...readHtml(seat.editor).matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => count(row, '<p'));

function putCaret({ editor }: Seat, part: number): void {
  const places: number[] = [];
  editor.state.doc.descendants((node, at) => void (node.isTextblock && places.push(at + 1)));
  editor.commands.setTextSelection(places[Math.floor(part * places.length)] ?? 1);
}

/** Sets the content as a third person, so that undo of the two ends before it. */
function fill(html: string): void {
  const other = openSeat('Eva', '#b95600');
  other.editor.commands.setContent(html);
  take(jana, other);
  take(petr, other);
  closeSeat(other);
}

test.each(['table', 'empty table', 'half-empty table'])(
  'two make the first row of a %s its head: it keeps its cells, also after each undo',
  (text) => {
    fill(TEXTS[text]!);
    for (const seat of [jana, petr]) {
      putCaret(seat, 0);
      KINDS['header row']!(seat);
    }
    meet(jana, petr);
    expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
    expect(cellsOf(jana)).toEqual([2, 2]);
    expect(readHtml(jana.editor)).toMatch(/<tr><th>.*<th>.*<\/tr><tr><td>/);
    for (const seat of [jana, petr]) {
      seat.editor.commands.undo();
      meet(jana, petr);
      expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
      expect(cellsOf(jana)).toEqual([2, 2]);
    }
  },
);

test('a letter typed into the head at the same time stays', () => {
  fill(TEXTS['empty table']!);
  for (const seat of [jana, petr]) {
    putCaret(seat, 0);
    KINDS['header row']!(seat);
    typeText(seat, seat === jana ? 'by Jana' : 'by Petr');
  }
  meet(jana, petr);
  expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
  expect(jana.editor.getText()).toContain('by Jana');
  expect(jana.editor.getText()).toContain('by Petr');
});

const more = process.env['SPOLU_TEST_ALL'];
const RUNS = more === undefined ? 60 : 600;

const anyAct = (acts: Readonly<Record<string, Act>>) =>
  fc.record({
    act: fc.constantFrom(...Object.keys(acts)),
    part: fc.double({ min: 0, max: 0.99, noNaN: true }),
  });

test(`${RUNS} pairs of changes of a kind: equal, no word twice or lost, no block more than alone`, () => {
  close();
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(TEXTS)),
      anyAct(KINDS),
      anyAct(KINDS),
      fc.boolean(),
      (text, one, other, isSame) => {
        open();
        fill(TEXTS[text]!);
        const before = { words: jana.editor.getText(), blocks: blocksOf(jana) };
        const second = isSame ? one : other;
        for (const [seat, { act, part }] of [
          [jana, one],
          [petr, second],
        ] as const) {
          putCaret(seat, part);
          KINDS[act]!(seat);
        }
        const alone = Math.max(before.blocks, blocksOf(jana), blocksOf(petr));
        meet(jana, petr);
        const words = jana.editor.getText();
        expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
        for (const word of WORDS) expect(count(words, word), word).toBe(count(before.words, word));
        expect(blocksOf(jana)).toBeLessThanOrEqual(alone);
        close();
      },
    ),
    { numRuns: RUNS, ...(more === undefined ? { seed: 40 } : {}) },
  );
  open();
}, 240_000);

test(`${RUNS} changes of a kind beside a row or column more or less: equal, no word twice`, () => {
  close();
  fc.assert(
    fc.property(
      fc.constantFrom('table', 'half-empty table'),
      anyAct(KINDS),
      anyAct(SHAPES),
      (text, one, other) => {
        open();
        fill(TEXTS[text]!);
        putCaret(jana, one.part);
        KINDS[one.act]!(jana);
        putCaret(petr, other.part * 0.7);
        SHAPES[other.act]!(petr);
        const inPetrs = petr.editor.getText();
        meet(jana, petr);
        const words = jana.editor.getText();
        expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
        for (const word of WORDS) {
          expect(count(words, word), word).toBeLessThanOrEqual(1);
          expect(count(words, word), word).toBeGreaterThanOrEqual(count(inPetrs, word));
        }
        close();
      },
    ),
    { numRuns: RUNS, ...(more === undefined ? { seed: 41 } : {}) },
  );
  open();
}, 240_000);
