/** Mistakes in what repairs a table that two people changed at once, and in the widths of its columns. */
import type { Mutant } from './mutants.ts';

const TABLE = 'src/app/editor/table/';

const list: readonly Omit<Mutant, 'run' | 'tests'>[] = [
  {
    name: 'every page repairs a table',
    file: `${TABLE}watch-tables.ts`,
    from: 'author !== null && author <= doc.clientID',
    to: 'author !== doc.clientID',
  },
  {
    name: 'the page with the smaller id repairs a table',
    file: `${TABLE}watch-tables.ts`,
    from: 'author <= doc.clientID',
    to: 'author >= doc.clientID',
  },
  {
    name: 'no page repairs a table',
    file: `${TABLE}watch-tables.ts`,
    from: 'if (isMine && tables.length > 0)',
    to: 'if (isMine && tables.length < 0)',
  },
  {
    name: 'the table of a local undo is not repaired',
    file: `${TABLE}watch-tables.ts`,
    from: '() => repair(() => true)',
    to: '() => repair(() => false)',
  },
  {
    name: 'a page repairs tables that it did not change',
    file: `${TABLE}watch-tables.ts`,
    from: 'changed.filter((table) => own.has(table))',
    to: 'changed',
  },
  {
    name: 'widths of cells that disagree are not repaired',
    file: `${TABLE}watch-tables.ts`,
    from: ", 'colwidth'] as const",
    to: '] as const',
  },
  {
    name: 'the least frequent width counts',
    file: `${TABLE}column-widths.ts`,
    from: 'more - many || b - a',
    to: 'many - more || b - a',
  },
  {
    name: 'merged cells have a say in the width of a column',
    file: `${TABLE}column-widths.ts`,
    from: 'widths.length === 1 ? single : spanning',
    to: 'widths.length > 0 ? single : spanning',
  },
  {
    name: 'cells without the width of their column count as missing',
    file: `${TABLE}column-widths.ts`,
    from: "type !== 'colwidth mismatch'",
    to: "type !== 'zero_sized'",
  },
  {
    name: 'a merged column loses its width',
    file: `${TABLE}table-commands.ts`,
    from: 'keepWidths(tr, before);',
    to: '',
  },
  {
    name: 'pasted cells bring their widths',
    file: `${TABLE}table-editing.ts`,
    from: 'if (isPastingCells) return keepWidths(after.tr, before);',
    to: '',
  },
];

const TESTS = [
  'tests/unit/app/editor/binding/tables-at-once.test.ts',
  'tests/unit/app/editor/table/column-widths.test.ts',
];

export const TABLE_MUTANTS: readonly Mutant[] = list.map((mutant) => ({ ...mutant, run: 1, tests: TESTS }));
