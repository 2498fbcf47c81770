/**
 * Documents with a block that one user types in, and the changes another user makes to that block or its neighbours.
 */
import type { Editor } from '@tiptap/core';
import { deleteColumn, deleteRow, addColumnBefore, addRowBefore } from '@tiptap/pm/tables';
import { moveBlocksBy } from '../../src/app/editor/move-blocks/move-blocks.ts';
import { toggleTask } from '../../src/app/editor/typing/toggle-task.ts';
import { pressKeys, type Seat } from '../support/editors.ts';

/** Documents; the target block contains "gamma delta", or nothing if its name has "empty". */
export const DOCUMENTS = {
  paragraphs: '<p>alpha beta</p><p>gamma delta</p><p>omega end</p>',
  'an empty paragraph': '<p>alpha beta</p><p></p><p>omega end</p>',
  'a heading': '<p>alpha beta</p><h2>gamma delta</h2><p>omega end</p>',
  'formatted text': '<p>alpha <b>beta</b></p><p><b>gam</b>ma <i>del</i>ta</p><p>omega end</p>',
  'a list': '<ul><li><p>alpha beta</p></li><li><p>gamma delta</p></li><li><p>omega end</p></li></ul>',
  'an empty list item': '<ul><li><p>alpha beta</p></li><li><p></p></li><li><p>omega end</p></li></ul>',
  'a nested list':
    '<ol><li><p>alpha beta</p><ul><li><p>gamma delta</p></li><li><p>omega end</p></li></ul></li></ol>',
  'a task list':
    '<ul data-type="taskList"><li data-type="taskItem"><p>alpha beta</p></li><li data-type="taskItem"><p>gamma delta</p></li><li data-type="taskItem"><p>omega end</p></li></ul>',
  'a table':
    '<table><tr><th><p>alpha beta</p></th><th><p></p></th></tr><tr><td><p>one</p></td><td><p>gamma delta</p></td></tr><tr><td><p></p></td><td><p>omega end</p></td></tr></table><p></p>',
  'an empty cell':
    '<table><tr><th><p></p></th><th><p></p></th><th><p></p></th></tr><tr><td><p></p></td><td><p></p></td><td><p></p></td></tr><tr><td><p></p></td><td><p></p></td><td><p></p></td></tr></table><p></p>',
  'a quotation': '<blockquote><p>alpha beta</p><p>gamma delta</p><p>omega end</p></blockquote>',
  'a section':
    '<details open><summary>alpha beta</summary><div data-type="detailsContent"><p>gamma delta</p><p>omega end</p></div></details><p></p>',
  code: '<p>alpha beta</p><pre><code>gamma delta</code></pre><p>omega end</p>',
} as const;

export type DocumentName = keyof typeof DOCUMENTS;

/** Where in the target block the sentence is typed. */
export type Place = 'start' | 'middle' | 'end' | 'empty';

export const placesOf = (name: DocumentName): readonly Place[] =>
  name.includes('empty') ? ['empty'] : ['start', 'middle', 'end'];

/** The position at which the sentence is typed. */
export function findPlace({ state }: Editor, name: DocumentName, place: Place): number {
  if (place === 'empty') return findEmpty(state, name === 'an empty cell' ? 5 : 1);
  const found = findText(state, place === 'middle' ? 'delta' : 'gamma delta');
  return place === 'end' ? found + 'gamma delta'.length : found;
}

/** The position inside the n-th empty text block, counted from one. */
function findEmpty({ doc }: Editor['state'], number: number): number {
  let [place, seen] = [-1, 0];
  doc.descendants((node, at) => {
    if (node.isTextblock && node.content.size === 0 && ++seen === number) place = at + 1;
  });
  if (place < 0) throw new Error('there is no empty block');
  return place;
}

/** The position of a text, even if marks divide it. */
export function findText({ doc }: Editor['state'], words: string): number {
  let place = -1;
  doc.descendants((node, at) => {
    const offset = node.isTextblock ? node.textContent.indexOf(words) : -1;
    if (place < 0 && offset >= 0) place = at + 1 + offset;
    return !node.isTextblock;
  });
  if (place < 0) throw new Error(`there is no ${words}`);
  return place;
}

/** How a change finds the target block, whatever text it contains by then. */
export interface Target {
  readonly name: DocumentName;
  /** The beginning of the sentence, to find a block that was empty. */
  readonly firstLetters: string;
}

/** Selects a position in the target block; `offset` counts from its first original character. */
function select(editor: Editor, { name, firstLetters }: Target, offset: number): void {
  const { state } = editor;
  if (name.includes('empty')) {
    const isThere = state.doc.textContent.includes(firstLetters);
    const place = isThere
      ? findText(state, firstLetters)
      : findEmpty(state, name === 'an empty cell' ? 5 : 1);
    editor.commands.setTextSelection(place);
  } else editor.commands.setTextSelection(findText(state, OLD.slice(offset, offset + 3)));
}

/** At these offsets, three original characters are never divided by text typed at the start, middle or end. */
const OLD = 'gamma delta';
const [AT_START, IN_FIRST, IN_SECOND] = [0, 2, 8];

export interface Change {
  readonly name: string;
  readonly in: readonly DocumentName[];
  readonly run: (seat: Seat, target: Target) => void;
}

const LISTS: readonly DocumentName[] = ['a list', 'an empty list item', 'a nested list', 'a task list'];
const TABLES: readonly DocumentName[] = ['a table', 'an empty cell'];
const TEXTS: readonly DocumentName[] = ['paragraphs', 'formatted text', 'a quotation', 'a section'];
const BLOCKS: readonly DocumentName[] = [...TEXTS, 'an empty paragraph', 'a heading'];
const FULL: readonly DocumentName[] = [
  ...TEXTS,
  'a heading',
  'a list',
  'a nested list',
  'a task list',
  'code',
];

const command =
  (offset: number, run: (editor: Editor) => unknown): Change['run'] =>
  ({ editor }, target) => {
    select(editor, target, offset);
    run(editor);
  };

const press =
  (key: string, modifiers: KeyboardEventInit = {}) =>
  (editor: Editor) =>
    void pressKeys(editor, key, modifiers);

export const CHANGES: readonly Change[] = [
  {
    name: 'makes it a heading',
    in: [...TEXTS, 'an empty paragraph', 'code'],
    run: command(0, (e) => e.commands.setHeading({ level: 2 })),
  },
  {
    name: 'makes it code',
    in: BLOCKS.filter((name) => name !== 'formatted text'),
    run: command(0, (e) => e.commands.setCodeBlock()),
  },
  { name: 'makes it a list', in: [...BLOCKS], run: command(0, (e) => e.commands.toggleBulletList()) },
  { name: 'makes it a task', in: [...BLOCKS], run: command(0, (e) => e.commands.toggleTaskList()) },
  {
    name: 'wraps it in a quotation',
    in: [...BLOCKS, 'a list'],
    run: command(0, (e) => e.commands.setBlockquote()),
  },
  { name: 'aligns it', in: [...BLOCKS], run: command(0, (e) => e.commands.setTextAlign('center')) },
  { name: 'presses Enter in its first word', in: FULL, run: command(IN_FIRST, press('Enter')) },
  { name: 'presses Enter in its second word', in: FULL, run: command(IN_SECOND, press('Enter')) },
  {
    name: 'joins it to the one before',
    in: [...TEXTS.filter((name) => name !== 'a section'), 'a heading'],
    run: command(AT_START, (e) => {
      e.commands.setTextSelection(e.state.selection.$from.start());
      e.commands.joinTextblockBackward();
    }),
  },
  {
    name: 'joins the next one to it',
    in: [...TEXTS, 'a heading'],
    run: ({ editor }) => {
      editor.commands.setTextSelection(findText(editor.state, 'omega'));
      editor.commands.joinTextblockBackward();
    },
  },
  { name: 'moves it down', in: [...BLOCKS, ...LISTS], run: command(0, (e) => moveBlocksBy(e, 1)) },
  { name: 'moves it up', in: [...BLOCKS, ...LISTS], run: command(0, (e) => moveBlocksBy(e, -1)) },
  {
    name: 'moves the next one up',
    in: [...BLOCKS, 'a list', 'a task list'],
    run: ({ editor }) => {
      editor.commands.setTextSelection(findText(editor.state, 'omega'));
      moveBlocksBy(editor, -1);
    },
  },
  { name: 'indents it', in: LISTS, run: command(0, press('Tab')) },
  { name: 'takes it out of the list', in: LISTS, run: command(0, press('Tab', { shiftKey: true })) },
  {
    name: 'makes the list numbered',
    in: ['a list', 'an empty list item'],
    run: command(0, (e) => e.commands.toggleOrderedList()),
  },
  {
    name: 'makes the list tasks',
    in: ['a list', 'an empty list item'],
    run: command(0, (e) => e.commands.toggleTaskList()),
  },
  { name: 'ticks the task', in: ['a task list'], run: command(0, toggleTask) },
  {
    name: 'lifts it out of the quotation',
    in: ['a quotation'],
    run: command(0, (e) => e.commands.lift('blockquote')),
  },
  {
    name: 'deletes the block before',
    in: ['paragraphs', 'an empty paragraph', 'a list'],
    run: deleteBlockOf('alpha'),
  },
  {
    name: 'deletes the block after',
    in: ['paragraphs', 'an empty paragraph', 'a list'],
    run: deleteBlockOf('omega'),
  },
  { name: 'deletes the row above', in: TABLES, run: inCell(0, 0, deleteRow) },
  { name: 'deletes the row below', in: TABLES, run: inCell(2, 0, deleteRow) },
  { name: 'deletes the column before', in: TABLES, run: inCell(0, 0, deleteColumn) },
  { name: 'inserts a row above', in: TABLES, run: inCell(0, 0, addRowBefore) },
  { name: 'inserts a column before', in: TABLES, run: inCell(0, 0, addColumnBefore) },
];

function deleteBlockOf(word: string): Change['run'] {
  return ({ editor }) => {
    const $place = editor.state.doc.resolve(findText(editor.state, word));
    const depth = $place.depth > 2 ? $place.depth - 1 : $place.depth;
    editor.commands.deleteRange({ from: $place.before(depth), to: $place.after(depth) });
  };
}

function inCell(row: number, column: number, run: typeof deleteRow): Change['run'] {
  return ({ editor }) => {
    let place = -1;
    editor.state.doc.descendants((node, at) => {
      if (node.type.name !== 'table') return true;
      let start = at + 1;
      for (let before = 0; before < row; before += 1) start += node.child(before).nodeSize;
      start += 1;
      for (let before = 0; before < column; before += 1) start += node.child(row).child(before).nodeSize;
      place = start + 2;
      return false;
    });
    editor.commands.setTextSelection(place);
    run(editor.state, editor.view.dispatch);
  };
}
