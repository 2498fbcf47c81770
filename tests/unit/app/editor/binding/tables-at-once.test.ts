// @vitest-environment jsdom
/** Two users merge, split, insert and delete at once: one rectangular table for both, and its text once. */
import { CellSelection, selectionCell, TableMap, toggleHeaderCell } from '@tiptap/pm/tables';
import type { Command } from '@tiptap/pm/state';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { widthsOf } from '../../../../../src/app/editor/table/column-widths.ts';
import { setColumnWidth } from '../../../../../src/app/editor/table/resize-column.ts';
import { TABLE_COMMANDS } from '../../../../../src/app/editor/table/table-commands.ts';
import {
  closeSeat,
  meet,
  openSeat,
  pause,
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

/** Sets the content as a third person, so that undo of the two ends before it. */
function fill(html: string, ...more: readonly Seat[]): void {
  const other = openSeat('Eva', '#b95600');
  other.editor.commands.setContent(html);
  for (const seat of [jana, petr, ...more]) take(seat, other);
  closeSeat(other);
}

const ACTS: Readonly<Record<string, Command>> = {
  ...Object.fromEntries([...TABLE_COMMANDS.row, ...TABLE_COMMANDS.column].map(({ id, run }) => [id, run])),
  headerCell: toggleHeaderCell,
  ...Object.fromEntries(
    [48, 120, 240, null].map((px): [string, Command] => [
      `width ${px}`,
      (state, dispatch) => {
        const tr = setColumnWidth(state.tr, selectionCell(state).pos, px);
        if (tr.docChanged) dispatch?.(tr);
        return tr.docChanged;
      },
    ]),
  ),
};
const WIDTHS = Object.keys(ACTS).filter((name) => name.startsWith('width'));

interface Act {
  readonly name: string;
  /** Corners of the selected cells, in a table of nine. */
  readonly from: number;
  readonly to: number;
}

function cellsIn({ editor }: Seat): number[] {
  const places: number[] = [];
  editor.state.doc.descendants(({ type: { name } }, at) => {
    if (name === 'tableCell' || name === 'tableHeader') places.push(at);
  });
  return places;
}

function act(seat: Seat, { name, from, to }: Act): void {
  const { editor } = seat;
  const places = cellsIn(seat);
  const [start, end] = [from, to].map((part) => places[Math.floor((part * places.length) / 9)]);
  if (start === undefined || end === undefined) return;
  pause(seat);
  if (name.startsWith('typed')) {
    editor.commands.setTextSelection(start + 2);
    typeText(seat, ` ${name}${seat === jana ? 'J' : 'P'} `);
    return;
  }
  const { doc, tr } = editor.state;
  const isOne = name !== 'mergeCells';
  editor.view.dispatch(tr.setSelection(CellSelection.create(doc, start, isOne ? start : end)));
  ACTS[name]!(editor.state, editor.view.dispatch);
}

const WORDS = ['amber', 'birch', 'cedar', 'dunes', 'ember', 'fjord', 'grove', 'heath', 'inlet'];
const cell = (at: number, attributes = ''): string => `<td${attributes}><p>${WORDS[at]}</p></td>`;
const table = (...rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</table><p>end</p>`;
const TABLES: Readonly<Record<string, string>> = {
  plain: table([cell(0), cell(1), cell(2)], [cell(3), cell(4), cell(5)], [cell(6), cell(7), cell(8)]),
  'half empty': table([cell(0), '<td></td>', cell(2)], ['<td></td>', cell(4), '<td></td>']),
  'merged head': table([cell(0, ' colspan="3"')], [cell(3), cell(4), cell(5)], [cell(6), cell(7), cell(8)]),
  'merged side': table(
    [cell(0, ' rowspan="2"'), cell(1), cell(2)],
    [cell(4), cell(5)],
    [cell(6), cell(7), cell(8)],
  ),
  'of widths': table(
    [cell(0, ' colspan="2" colwidth="100,200"'), cell(2)],
    [cell(3, ' colwidth="100"'), cell(4, ' colwidth="200"'), cell(5)],
    [cell(6, ' colwidth="100"'), cell(7, ' colwidth="200"'), cell(8)],
  ),
  'merged square': table(
    [cell(0, ' colspan="2" rowspan="2"'), cell(2)],
    [cell(5)],
    [cell(6), cell(7), cell(8)],
  ),
};

/** Counts the updates that a page writes from now on. */
function countWritten({ doc }: Seat): () => number {
  let count = 0;
  doc.on('update', (_bytes: Uint8Array, _origin: unknown, _doc: unknown, { local }: Y.Transaction) => {
    if (local) count += 1;
  });
  return () => count;
}

const count = (words: string, word: string): number => words.split(word).length - 1;
const textOf = ({ editor }: Seat): string => editor.getText();
const typedBy = (seat: Seat, acts: readonly Act[]): string[] =>
  acts
    .filter(({ name }) => name.startsWith('typed'))
    .map(({ name }) => `${name}${seat === jana ? 'J' : 'P'}`);

const problemsOf = ({ editor }: Seat): unknown[] => {
  const problems: unknown[] = [];
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'table') problems.push(...(TableMap.get(node).problems ?? []));
  });
  return problems;
};

const checkEqual = (): void => {
  expect(readHtml(jana.editor)).toBe(readHtml(petr.editor));
  expect(problemsOf(jana)).toEqual([]);
};

const at = (name: string, from: number, to = from): Act => ({ name, from, to });

/** The first letters of each cell, with its columns and rows if it is merged. */
const drawn = ({ editor }: Seat): string[] =>
  [...editor.view.dom.querySelectorAll('tr')].map((row) =>
    [...row.cells]
      .map(({ colSpan, rowSpan, children }) => {
        const span = colSpan > 1 || rowSpan > 1 ? `${colSpan}x${rowSpan}:` : '';
        return span + ([...children].map(({ textContent }) => textContent.slice(0, 1)).join('') || '·');
      })
      .join(' '),
  );

test.each<[string, Act, Act, string[]]>([
  [
    'a row and a column more',
    at('rowAfter', 0),
    at('columnAfter', 8),
    ['a b c ·', '· · · ·', 'd e f ·', 'g h i ·'],
  ],
  [
    'a column less and a merged cell in it',
    at('deleteColumn', 1),
    at('mergeCells', 3, 4),
    ['a c', 'de f', 'g i'],
  ],
  ['a row less and a merged cell in it', at('deleteRow', 5), at('mergeCells', 2, 5), ['a b cf', 'g h i']],
  [
    'a row more within a merged cell',
    at('rowAfter', 0),
    at('mergeCells', 0, 3),
    ['ad b c', '· · ·', 'e f ·', 'g h i'],
  ],
  ['the same cells merged', at('mergeCells', 0, 1), at('mergeCells', 0, 1), ['2x1:ab c', 'd e f', 'g h i']],
  [
    'a row of cells merged and made the head',
    at('mergeCells', 0, 2),
    at('headerRow', 0),
    ['a b c', 'd e f', 'g h i'],
  ],
])('%s', (_, one, other, expected) => {
  fill(TABLES['plain']!);
  act(jana, one);
  act(petr, other);
  meet(jana, petr);
  checkEqual();
  expect(drawn(jana)).toEqual(expected);
});

test.each([
  [10, 20],
  [20, 10],
])('of the pages %i and %i, the one with the larger id repairs the table, and no other', (janas, petrs) => {
  fill(TABLES['plain']!);
  jana.doc.clientID = janas;
  petr.doc.clientID = petrs;
  act(jana, at('rowAfter', 0));
  act(petr, at('columnAfter', 8));
  const counts = [jana, petr].map(countWritten);
  meet(jana, petr);
  checkEqual();
  expect(counts.map((read) => read())).toEqual(janas > petrs ? [1, 0] : [0, 1]);
});

test('a page that did not change the table leaves it to the others', () => {
  const eva = openSeat('Eva', '#b95600');
  fill(TABLES['plain']!, eva);
  for (const [index, seat] of [jana, petr, eva].entries()) seat.doc.clientID = 10 + index;
  act(jana, at('rowAfter', 0));
  act(petr, at('columnAfter', 8));
  const written = countWritten(eva);
  for (const seat of [jana, petr]) take(eva, seat);
  expect(written()).toBe(0);
  meet(jana, petr);
  for (const seat of [jana, petr]) take(eva, seat);
  expect([written(), readHtml(eva.editor)]).toEqual([0, readHtml(jana.editor)]);
  closeSeat(eva);
});

const all = process.env['SPOLU_TEST_ALL'] !== undefined;
const RUNS = Number(process.env['RUNS'] ?? (all ? 500 : 8));

const anyAct = (...names: readonly string[]) =>
  fc.record({
    name: fc.constantFrom(...names),
    from: fc.integer({ min: 0, max: 8 }),
    to: fc.integer({ min: 0, max: 8 }),
  });
const SHAPES = Object.keys(ACTS).filter((name) => !/^(?:header|width|autoWidth|deleteTable)/.test(name));
const anyActs = fc.array(
  anyAct(...SHAPES, ...WIDTHS, 'headerRow', 'headerColumn', 'headerCell', 'mergeCells', 'splitCell', 'typed'),
  {
    minLength: 1,
    maxLength: 2,
  },
);

const OPTIONS = {
  numRuns: RUNS,
  ...(all || process.env['RUNS'] ? {} : { seed: 53 }),
};

const anyTable = fc.constantFrom(...Object.keys(TABLES));

test(`${RUNS} pairs of changes to a table: equal, rectangular, no word twice or lost`, () => {
  close();
  fc.assert(
    fc.property(anyTable, anyActs, anyActs, anyActs, (name, janas, petrs, later) => {
      open();
      fill(TABLES[name]!);
      for (const one of janas) act(jana, one);
      for (const one of petrs) act(petr, one);
      const alone = [textOf(jana), textOf(petr)];
      meet(jana, petr);
      checkEqual();
      for (const word of WORDS) {
        const [most, least] = [Math.max, Math.min].map((of) => of(...alone.map((text) => count(text, word))));
        expect(count(textOf(jana), word), word).toBeGreaterThanOrEqual(least!);
        expect(count(textOf(jana), word), word).toBeLessThanOrEqual(most!);
      }
      for (const [at, typed] of [typedBy(jana, janas), typedBy(petr, petrs)].entries())
        for (const word of typed) if (alone[at]!.includes(word)) expect(textOf(jana)).toContain(word);
      for (const [at, one] of later.entries()) act(at === 0 ? petr : jana, one);
      meet(jana, petr);
      checkEqual();
      for (const seat of [jana, petr]) {
        seat.editor.commands.undo();
        meet(jana, petr);
        checkEqual();
      }
      close();
    }),
    OPTIONS,
  );
  open();
}, 1_200_000);

const anyShape = anyAct(...SHAPES, ...WIDTHS, 'mergeCells', 'mergeCells');

test(`${RUNS} pairs of changes that both undo: the table is as before, or has both tables' rows and columns`, () => {
  close();
  fc.assert(
    fc.property(anyTable, anyShape, anyShape, fc.boolean(), (name, one, other, isJanaFirst) => {
      open();
      fill(TABLES[name]!);
      act(jana, one);
      act(petr, other);
      // Text that one deleted and the other copied comes back beside the copy.
      const alone = [textOf(jana), textOf(petr)];
      const there = WORDS.filter((word) => alone.every((text) => text.includes(word)));
      meet(jana, petr);
      for (const seat of isJanaFirst ? [jana, petr] : [petr, jana]) {
        seat.editor.commands.undo();
        meet(jana, petr);
        checkEqual();
      }
      for (const word of there) expect(count(textOf(jana), word), word).toBe(1);
      close();
    }),
    OPTIONS,
  );
  open();
}, 1_200_000);

const columnOf = (seat: Seat, word: string): { readonly column: number; readonly width: number } | null => {
  const [all] = seat.editor.state.doc.children;
  if (all?.type.name !== 'table') return null;
  const map = TableMap.get(all);
  const place = map.map.find((pos) => all.nodeAt(pos)?.textContent.includes(word));
  if (place === undefined) return null;
  const column = map.colCount(place);
  return { column, width: widthsOf(all)[column] ?? 0 };
};

const anyWidth = anyAct(...WIDTHS.filter((name) => name !== 'width null'));
const anyOther = fc.oneof(
  anyWidth,
  anyAct('rowAfter', 'rowBefore', 'deleteRow', 'columnAfter', 'columnBefore'),
);

test(`${RUNS} widths of a column while another is changed, or rows and columns are: none is lost`, () => {
  close();
  fc.assert(
    fc.property(anyWidth, anyOther, (one, other) => {
      open();
      fill(TABLES['plain']!);
      act(jana, one);
      act(petr, other);
      const wanted = [jana, petr].map((seat) => WORDS.map((word) => columnOf(seat, word)));
      meet(jana, petr);
      checkEqual();
      for (const [at, word] of WORDS.entries()) {
        const now = columnOf(jana, word);
        const set = wanted.map((all) => all[at]?.width ?? 0).filter((width) => width > 0);
        if (now && set.length > 0) expect(set, word).toContain(now.width);
      }
      close();
    }),
    OPTIONS,
  );
  open();
}, 1_200_000);
