// @vitest-environment jsdom
import type { Node } from '@tiptap/pm/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksAt, dropPlace, type BoxOf } from '../../../../../src/app/editor/block-handle/blocks-at.ts';
import { scrollAt } from '../../../../../src/app/editor/block-handle/drag-blocks.ts';
import { openAt } from '../../../../support/caret.ts';
import { closeSeat, type Seat } from '../../../../support/editors.ts';

const LINE_PX = 30;
const GAP_PX = 12;

let seat: Seat;
beforeAll(() => {
  seat = openAt('');
});
afterAll(() => closeSeat(seat));

/** A layout in which all lines have one height, and containers span their content. */
function layOut(html: string): { doc: Node; boxOf: BoxOf; y: (words: string, share?: number) => number } {
  seat.editor.commands.setContent(html);
  const { doc } = seat.editor.state;
  const boxes = new Map<number, { top: number; bottom: number }>();
  let y = 0;
  const draw = (node: Node, pos: number): void => {
    const top = y;
    if (node.isTextblock || node.isAtom) y += LINE_PX;
    else
      node.forEach((child, offset, index) => {
        if (index > 0) y += GAP_PX;
        draw(child, pos + 1 + offset);
      });
    boxes.set(pos, { top, bottom: y });
  };
  draw(doc, -1);
  const find = (words: string, share = 0.5): number => {
    let height = NaN;
    doc.descendants((node, pos) => {
      if (node.isTextblock && node.textContent === words)
        height = (boxes.get(pos)?.top ?? NaN) + share * LINE_PX;
    });
    return height;
  };
  return { doc, boxOf: (pos) => boxes.get(pos) ?? null, y: find };
}

const names = (html: string, words: string): string | undefined => {
  const { doc, boxOf, y } = layOut(html);
  const range = blocksAt(doc, y(words), boxOf);
  const blocks = range?.parent.children.slice(range.startIndex, range.endIndex) ?? [];
  return blocks.map(({ type, textContent }) => `${type.name} ${textContent}`).join();
};

test.each([
  ['<p>a</p><p>b</p>', 'b', 'paragraph b'],
  ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'b', 'listItem b'],
  [
    '<ul><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li><p>d</p></li></ul>',
    'c',
    'listItem c',
  ],
  ['<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>d</p></li></ul>', 'a', 'listItem ab'],
  ['<blockquote><p>a</p></blockquote><p>b</p>', 'a', 'blockquote a'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', 'a', 'paragraph a'],
  ['<table><tbody><tr><td><p>a</p></td></tr></tbody></table><p>b</p>', 'a', 'table a'],
])('in %s the pointer at %s finds %s', (html, words, expected) => {
  expect(names(html, words)).toBe(expected);
});

test('a rule is found, and nothing below the last line', () => {
  const { doc, boxOf, y } = layOut('<p>a</p><hr><p>b</p>');
  const rule = blocksAt(doc, y('a') + LINE_PX + GAP_PX, boxOf);
  expect(rule && [rule.start, rule.end]).toEqual([3, 4]);
  expect(blocksAt(doc, y('b') + 2 * LINE_PX, boxOf)).toBe(null);
});

test('few of thousands of blocks are measured', () => {
  const { doc, boxOf, y } = layOut(Array.from({ length: 3000 }, (_, at) => `<p>line ${at}</p>`).join(''));
  let measured = 0;
  const counted: BoxOf = (pos) => {
    measured += 1;
    return boxOf(pos);
  };
  expect(blocksAt(doc, y('line 2187'), counted)?.parent.child(2187).textContent).toBe('line 2187');
  expect(measured).toBeLessThan(20);
});

/** Place of a drop: the block with the text `words` is dropped on the line `onto`, at a share of its height. */
function drop(html: string, words: string, onto: string, share: number): string {
  const { doc, boxOf, y } = layOut(html);
  const moved = blocksAt(doc, y(words), boxOf);
  const place = moved && dropPlace(doc, moved, y(onto, share), boxOf);
  if (place === null) return 'stays';
  const $place = doc.resolve(place);
  return `${$place.parent.type.name}: ${$place.nodeBefore?.textContent ?? ''}|${$place.nodeAfter?.textContent ?? ''}`;
}

const LIST = '<p>x</p><ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul><p>z</p>';
const QUOTE = '<blockquote><p>a</p><p>b</p></blockquote><p>z</p>';

test.each([
  ['<p>a</p><p>b</p><p>c</p>', 'c', 'a', 0.2, 'doc: |a'],
  ['<p>a</p><p>b</p><p>c</p>', 'a', 'c', 0.7, 'doc: c|'],
  ['<p>a</p><p>b</p><p>c</p>', 'a', 'b', 0.2, 'stays'],
  ['<p>a</p><p>b</p><p>c</p>', 'b', 'b', 0.8, 'stays'],
  [LIST, 'x', 'a', 0.7, 'bulletList: a|bc'],
  [LIST, 'x', 'a', 0.05, 'stays'],
  [LIST, 'z', 'a', 0.05, 'doc: x|abc'],
  [LIST, 'z', 'b', 0.3, 'bulletList: a|bc'],
  [LIST, 'z', 'b', 0.8, 'bulletList: |c'],
  [LIST, 'a', 'z', 0.7, 'doc: z|'],
  [LIST, 'b', 'c', 0.5, 'stays'],
  [LIST, 'b', 'a', 0.05, 'bulletList: |a'],
  [LIST, 'b', 'x', 0.9, 'bulletList: |a'],
  [LIST, 'a', 'z', 0.1, 'bulletList: bc|'],
  [QUOTE, 'z', 'a', 0.3, 'blockquote: |a'],
  [QUOTE, 'z', 'a', 0.1, 'doc: |ab'],
  [QUOTE, 'z', 'b', 0.3, 'blockquote: a|b'],
])('in %s, %s dropped at %s, %d of its height down: %s', (html, words, onto, share, expected) => {
  expect(drop(html, words, onto, share)).toBe(expected);
});

test('the text scrolls near the edges of the window, faster when closer', () => {
  expect(scrollAt(400, 100, 800)).toBe(0);
  expect(scrollAt(760, 100, 800)).toBeGreaterThan(0);
  expect(scrollAt(799, 100, 800)).toBeGreaterThan(scrollAt(760, 100, 800));
  expect(scrollAt(110, 100, 800)).toBeLessThan(0);
  expect(scrollAt(-50, 100, 800)).toBe(scrollAt(100, 100, 800));
});
