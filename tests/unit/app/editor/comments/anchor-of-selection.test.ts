// @vitest-environment jsdom
import { AllSelection, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { anchorSchema } from '#contract/comments/thread.ts';
import { readUnits } from '#contract/comments/unit-ranges.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import {
  anchorOfSelection,
  anchorOfTable,
} from '../../../../../src/app/editor/comments/anchor-of-selection.ts';
import type { NewAnchor } from '../../../../../src/app/editor/comments/types.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();
beforeAll(fillInLayout);

function placeOf(words: string): number {
  let found = -1;
  jana.editor.state.doc.descendants((node, pos) => {
    const at = node.isText ? node.text!.indexOf(words) : -1;
    if (at >= 0 && found < 0) found = pos + at;
  });
  if (found < 0) throw new Error(`no ${words}`);
  return found;
}

function posOf(name: string): number {
  let found = -1;
  jana.editor.state.doc.descendants((node, pos) => {
    if (node.type.name === name && found < 0) found = pos;
  });
  return found;
}

function select(from: number, to: number): void {
  const { state, view } = jana.editor;
  view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
}

const selectWords = (words: string): void => select(placeOf(words), placeOf(words) + words.length);

function anchor(): NewAnchor {
  const found = anchorOfSelection(jana.editor.state);
  if (!found) throw new Error('no anchor');
  expect(anchorSchema.parse({ ...found, seq: 1 })).toMatchObject(found);
  return found;
}

/** The letters of units, and the names of elements. */
function read({ units }: NewAnchor): string[] {
  return readUnits(units).map(({ client, clock, length }) => {
    let text = '';
    for (let at = clock; at < clock + length; at += 1) {
      const item = Y.getItem(petr.doc.store, Y.createID(client, at));
      if (item.content instanceof Y.ContentString) text += item.content.str[at - item.id.clock];
      else if (item.content instanceof Y.ContentType)
        text += `<${(item.content.type as Y.XmlElement).nodeName}>`;
    }
    return text;
  });
}

test('a word is its letters, with quote, context and heading', () => {
  jana.editor.commands.setContent(
    '<h2>Plan</h2><p>First line.</p><p>We go by <strong>tr</strong>ain today.</p><p>Last line.</p><h2>End</h2>',
  );
  selectWords('go by ');
  select(placeOf('go by '), placeOf('ain today'));
  const found = anchor();
  expect(read(found).join('')).toBe('go by tr');
  expect(found).toMatchObject({
    kind: 'text',
    quote: 'go by tr',
    before: 'Plan\nFirst line.\nWe ',
    after: 'ain today.\nLast line.\nEnd',
    heading: 'Plan',
  });
});

test('over blocks, letters of all of them in the order of the text', () => {
  jana.editor.commands.setContent(
    '<p>One two</p><blockquote><p>three</p></blockquote><ul><li><p>four</p></li></ul>',
  );
  select(placeOf('two'), placeOf('four') + 2);
  const found = anchor();
  expect(read(found).join('')).toBe('twothreefo');
  expect(found.quote).toBe('two\nthree\nfo');
});

test('text that others typed between is in ranges of its own', () => {
  jana.editor.commands.setContent('<p>abcdef</p>');
  petr.editor.commands.insertContentAt(4, 'XY');
  selectWords('bcXYde');
  expect(read(anchor())).toEqual(['bc', 'XY', 'de']);
  expect(anchor().quote).toBe('bcXYde');
});

test('adjacent units of several items are one range', () => {
  jana.editor.commands.setContent('<p>abcdef</p>');
  select(2, 5);
  jana.editor.commands.toggleBold();
  jana.editor.commands.insertContentAt(4, '');
  select(1, 7);
  expect(readUnits(anchor().units).length).toBeLessThanOrEqual(3);
  expect(read(anchor()).join('')).toBe('abcdef');
});

test('never half of an emoji', () => {
  jana.editor.commands.setContent('<p>a😀b😀c</p>');
  select(3, 6);
  expect(read(anchor()).join('')).toBe('😀b😀');
  expect(anchor()).toMatchObject({ before: 'a', after: 'c' });
});

test('right to left', () => {
  jana.editor.commands.setContent('<p dir="rtl">שלום עולם</p>');
  selectWords('עולם');
  expect(read(anchor()).join('')).toBe('עולם');
  expect(anchor()).toMatchObject({ before: 'שלום ', quote: 'עולם' });
});

const TABLE =
  '<table><tbody><tr><td><p>a1</p></td><td><p>b1</p></td></tr><tr><td><p>a2</p></td><td><p>b2</p></td></tr></tbody></table>';

test('letters in a cell, selected cells, and the table', () => {
  jana.editor.commands.setContent(`<p>Before</p>${TABLE}<p>after</p>`);
  selectWords('b1');
  expect(read(anchor()).join('')).toBe('b1');
  const { state, view } = jana.editor;
  const cells: number[] = [];
  state.doc.descendants((node, pos) => void (node.type.name === 'tableCell' && cells.push(pos)));
  view.dispatch(state.tr.setSelection(CellSelection.create(state.doc, cells[0]!, cells[2])));
  expect(read(anchor()).join('')).toBe('a1a2');
  expect(anchor().quote).toBe('a1\na2');
  const table = anchorOfTable(jana.editor.state);
  expect(table).toMatchObject({ kind: 'node', quote: 'a1\nb1\na2\nb2', before: 'Before', after: 'after' });
  expect(read(table!)).toEqual(['<table>']);
});

test.each([
  ['image', { type: 'image', attrs: { alt: 'A map' } }, 'A map'],
  ['blockMath', { type: 'blockMath', attrs: { latex: 'a+b' } }, 'a+b'],
  ['inlineMath', { type: 'paragraph', content: [{ type: 'inlineMath', attrs: { latex: 'x^2' } }] }, 'x^2'],
  [
    'mention',
    { type: 'paragraph', content: [{ type: 'mention', attrs: { id: 'u', label: 'Eva' } }] },
    '@Eva',
  ],
])('a selected %s is the unit of its element', (name, node, quote) => {
  jana.editor.commands.setContent('<p>Before</p>');
  jana.editor.commands.insertContentAt(jana.editor.state.doc.content.size, node);
  const { state, view } = jana.editor;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, posOf(name))));
  expect(read(anchor())).toEqual([`<${name}>`]);
  expect(anchor()).toMatchObject({ kind: 'node', quote, before: expect.stringMatching(/^Before\n?$/) });
});

test('an image in selected text is one of its units', () => {
  jana.editor.commands.setContent('<p>one</p>');
  const { editor } = jana;
  editor.commands.insertContentAt(editor.state.doc.content.size, { type: 'image', attrs: { alt: 'x' } });
  editor.commands.insertContentAt(editor.state.doc.content.size, '<p>two</p>');
  editor.view.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)));
  expect(read(anchor()).join('')).toBe('one<image>two');
});

test('without a selection, the block at the caret', () => {
  jana.editor.commands.setContent('<p>one</p><p>two words</p><p></p>');
  select(placeOf('words'), placeOf('words'));
  expect(anchor()).toMatchObject({ kind: 'text', quote: 'two words' });
  const empty = jana.editor.state.doc.content.size - 1;
  select(empty, empty);
  expect(read(anchor())).toEqual(['<paragraph>']);
  expect(anchor().kind).toBe('node');
});

test('units of very many pieces are as many as an anchor may have', () => {
  jana.editor.commands.setContent(Array.from({ length: 900 }, (_, at) => `<p>paragraph ${at}</p>`).join(''));
  jana.editor.view.dispatch(jana.editor.state.tr.setSelection(new AllSelection(jana.editor.state.doc)));
  const found = anchor();
  expect(read(found).join('').startsWith('paragraph 0paragraph 1paragraph 2')).toBe(true);
  expect(readUnits(found.units).length).toBeGreaterThan(100);
});

test('content that can’t be shown shifts nothing', () => {
  jana.editor.commands.setContent('<p>before</p><p>after it</p>');
  const odd = new Y.XmlElement('unknownThing');
  odd.insert(0, [new Y.XmlText('hidden words')]);
  petr.doc.getXmlFragment(TEXT_ROOT).insert(1, [odd]);
  expect(jana.editor.state.doc.childCount).toBeGreaterThan(2);
  selectWords('after');
  expect(read(anchor()).join('')).toBe('after');
});
