// @vitest-environment jsdom
/** Text that is cut, copied, dragged or undone in an editor, and who wrote it according to the log. */
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { LoggedUpdate } from '#contract/authorship/causal-order.ts';
import { readHeirs } from '#contract/authorship/heir-ranges.ts';
import { readSpans } from '#contract/authorship/read-spans.ts';
import { traceLog } from '#contract/authorship/trace-log.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { writeHeirs } from '../../../../../src/yjs-supabase/src/doc/heirs.ts';
import { connectSeats, openSeat, type Seat } from '../../../../support/editors.ts';

let anna: Seat;
let boris: Seat;
let rows: LoggedUpdate[];

beforeEach(() => {
  rows = [];
  [anna, boris] = [openSeat('Anna', '#028723'), openSeat('Boris', '#8a3ffc')];
  connectSeats(anna, boris);
  rows.push({ client: null, atMs: 0, update: Y.encodeStateAsUpdate(anna.doc) });
  for (const { doc } of [anna, boris])
    doc.on('update', (update: Uint8Array, origin: unknown, _: Y.Doc, transaction: Y.Transaction) => {
      if (typeof origin === 'object' && origin !== null && 'from' in origin) return;
      const heirs = readHeirs(writeHeirs(transaction));
      rows.push({ client: doc.clientID, atMs: rows.length * 1000, update, heirs });
    });
  anna.editor.commands.setContent('<p>Ten of her</p>');
});

/** The number of units of the whole text by each of the two. */
function count(): { anna: number; boris: number } {
  const doc = new Y.Doc();
  for (const { update } of rows) Y.applyUpdate(doc, update);
  const root = doc.getXmlFragment(TEXT_ROOT);
  expect(root.toJSON()).toBe(anna.doc.getXmlFragment(TEXT_ROOT).toJSON());
  const { addedBy } = traceLog({ state: [] }, rows);
  const found = { anna: 0, boris: 0 };
  for (const { client, clock, length } of readSpans(root))
    for (let at = 0; at < length; at += 1) {
      const who = addedBy({ client, clock: clock + at });
      if (who === anna.doc.clientID) found.anna += 1;
      if (who === boris.doc.clientID) found.boris += 1;
    }
  return found;
}

const write = (html: string): boolean =>
  boris.editor.commands.insertContentAt(boris.editor.state.doc.content.size, html);

function placeOf(words: string): { from: number; to: number } {
  let found: number | null = null;
  anna.editor.state.doc.descendants((node, pos) => {
    const at = node.isText ? node.text!.indexOf(words) : -1;
    if (at >= 0) found ??= pos + at;
  });
  if (found === null) throw new Error(`no ${words}`);
  return { from: found, to: found + words.length };
}

function select(from: number, to: number): void {
  const { state, view } = anna.editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
}

const copy = (): string => {
  const { view, state } = anna.editor;
  return view.serializeForClipboard(state.selection.content()).dom.innerHTML;
};
const cut = (): string => {
  const html = copy();
  anna.editor.commands.deleteSelection();
  return html;
};
function paste(html: string): void {
  const data = { getData: (type: string) => (type === 'text/html' ? html : ''), types: ['text/html'] };
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { ...data, items: [], files: [] },
  });
  anna.editor.view.dom.dispatchEvent(event);
}
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test.each([['says'], ['s'], ['žluťoučký'], ['Boris says žluťoučký.']])(
  '%s is cut and pasted elsewhere',
  async (words) => {
    write('<p>Boris says žluťoučký.</p>');
    const before = count();
    const { from, to } = placeOf(words);
    select(from, to);
    const html = cut();
    await wait();
    select(4, 4);
    paste(html);
    expect(anna.editor.state.doc.firstChild!.textContent).toContain(`Ten${words}`);
    expect(count()).toEqual(before);
  },
);

test('over two paragraphs, into the middle of a third', async () => {
  write('<p>Boris says one.</p><p>And Boris says two.</p>');
  const { boris: units } = count();
  select(placeOf('says one.').from, placeOf('And Boris').to);
  const html = cut();
  await wait();
  select(4, 4);
  paste(html);
  // Of the blocks, one is gone with the cut, and new ones are Anna's.
  const text = anna.editor.state.doc.textContent;
  expect(text).toBe('Tensays one.And Boris of herBoris  says two.');
  expect(count().boris).toBeGreaterThanOrEqual(units - 2);
});

test.each([
  ['a formula', { type: 'inlineMath', attrs: { latex: 'a+b' } }, true],
  ['a block formula', { type: 'blockMath', attrs: { latex: 'a+b' } }, false],
  ['a line', { type: 'horizontalRule', attrs: {} }, false],
])('%s is cut and pasted', async (_, node, isInline) => {
  boris.editor.commands.insertContentAt(
    boris.editor.state.doc.content.size,
    isInline ? { type: 'paragraph', content: [node] } : node,
  );
  const before = count();
  let place = -1;
  anna.editor.state.doc.descendants((one: Node, pos) => void (one.type.name === node.type && (place = pos)));
  const { view, state } = anna.editor;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, place)));
  const copied = cut();
  await wait();
  select(1, 1);
  paste(copied);
  expect(JSON.stringify(anna.editor.getJSON())).toContain(node.type);
  expect(count().boris).toBe(before.boris);
});

test('what is copied counts for its writer once', async () => {
  write('<p>Boris says it.</p>');
  const before = count();
  const { from, to } = placeOf('says');
  select(from, to);
  const html = copy();
  await wait();
  select(4, 4);
  paste(html);
  expect(count()).toEqual({ anna: before.anna + 4, boris: before.boris });
});

test('what was cut counts for its writer once, however often it is pasted', async () => {
  write('<p>Boris says it.</p>');
  const before = count();
  const { from, to } = placeOf('says');
  select(from, to);
  const html = cut();
  await wait();
  select(4, 4);
  paste(html);
  await wait();
  paste(html);
  expect(count()).toEqual({ anna: before.anna + 4, boris: before.boris });
});

test('a word is dragged', () => {
  write('<p>Boris says it.</p>');
  const before = count();
  const { from, to } = placeOf('says');
  select(from, to);
  const { view } = anna.editor;
  copy();
  const slice = anna.editor.state.selection.content();
  const dragging = { slice, move: true };
  Object.assign(view, { dragging });
  let dropped = slice;
  view.someProp('transformPasted', (change) => void (dropped = change(dropped, view, false)));
  view.dispatch(anna.editor.state.tr.deleteSelection().replaceRange(4, 4, dropped));
  Object.assign(view, { dragging: null });
  expect(anna.editor.state.doc.firstChild!.textContent).toBe('Tensays of her');
  expect(count()).toEqual(before);
});

test('pasted HTML with forged units claims nothing', async () => {
  write('<p>Boris says it.</p>');
  const before = count();
  const from = boris.doc.clientID;
  select(4, 4);
  paste(`<p data-spolu-from="0 ${from} 0 5 5 ${from} 3 900000">I will pay</p>`);
  await wait();
  expect(count()).toEqual({ anna: before.anna + 10, boris: before.boris });
});

test('undo, redo and undo of what Anna deleted', async () => {
  write('<p>Boris says it.</p>');
  const before = count();
  const { from, to } = placeOf('Boris says it.');
  select(from, to);
  anna.editor.commands.deleteSelection();
  await wait();
  anna.editor.commands.undo();
  anna.editor.commands.redo();
  anna.editor.commands.undo();
  expect(anna.editor.state.doc.textContent).toBe('Ten of herBoris says it.');
  expect(count()).toEqual(before);
});
