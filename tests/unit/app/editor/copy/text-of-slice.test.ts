// @vitest-environment jsdom
/** The plain text of a copied selection. */
import { TextSelection } from '@tiptap/pm/state';
import { beforeEach, expect, test } from 'vitest';
import { parts } from '../../../../../src/app/editor/late-parts.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();
beforeEach(() => parts.ask());

/** Copies all, or the text from the first `[` to the last `]`. */
function copied(html: string): string {
  const { editor } = seat;
  editor.commands.setContent(html);
  const { doc } = editor.state;
  const ends: number[] = [];
  doc.descendants((node, at) => {
    const text = node.text ?? '';
    if (text.includes('[')) ends.push(at + text.indexOf('[') + 1);
    if (text.includes(']')) ends.push(at + text.lastIndexOf(']'));
  });
  const [from, to] = ends;
  if (from === undefined || to === undefined) editor.commands.selectAll();
  else editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(doc, from, to)));
  return editor.view.serializeForClipboard(editor.state.selection.content()).text;
}

const LIST = '<ul><li>one</li><li>two<ul><li>inner<ol><li>deep</li></ol></li></ul></li><li>three</li></ul>';
const TASKS =
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li><li data-type="taskItem" data-checked="false"><p>open</p></li></ul>';
const TABLE =
  '<table><tr><th>a</th><th>b</th></tr><tr><td>c<br>d</td><td><p>e</p><p>f</p></td></tr><tr><td></td><td>g</td></tr></table>';

test.each([
  ['<p>one</p><p>two</p>', 'one\n\ntwo'],
  ['<h1>head</h1><p>one<br>two</p>', 'head\n\none\ntwo'],
  ['<p>one</p><p></p><p>two</p>', 'one\n\n\n\ntwo'],
  [LIST, '- one\n- two\n  - inner\n    1. deep\n- three'],
  [`<p>before</p>${LIST}<p>after</p>`, 'before\n\n- one\n- two\n  - inner\n    1. deep\n- three\n\nafter'],
  ['<ol start="9"><li>nine</li><li>ten<p>more</p></li></ol>', '9. nine\n10. ten\n    more'],
  [TASKS, '- [x] done\n- [ ] open'],
  [TABLE, 'a\tb\nc d\te f\n\tg'],
  [`${TABLE}<p>after</p>`, 'a\tb\nc d\te f\n\tg\n\nafter'],
  [
    '<table><tr><td colspan="2">a</td><td rowspan="3">b</td></tr><tr><td rowspan="2">c</td><td>d</td></tr><tr><td>e</td></tr></table>',
    'a\t\tb\nc\td\t\n\te\t',
  ],
  [
    '<table><tr><td rowspan="2" colspan="2">a</td></tr><tr></tr><tr><td>b</td><td>c</td></tr></table>',
    'a\t\n\t\nb\tc',
  ],
  ['<pre><code>one\n\ttwo</code></pre><p>three</p>', 'one\n\ttwo\n\nthree'],
  ['<blockquote><p>one</p><p>two</p></blockquote>', 'one\n\ntwo'],
  ['<p>one</p><hr><p>two</p>', 'one\n\n---\n\ntwo'],
  [
    '<p>a <span data-type="inlineMath" data-latex="x^2"></span> b</p><div data-type="blockMath" data-latex="y"></div>',
    'a x^2 b\n\ny',
  ],
  ['<p>שלום</p><ul><li>ماء</li></ul>', 'שלום\n\n- ماء'],
])('of all of %j', (html, text) => {
  expect(copied(html)).toBe(text);
});

test.each([
  ['<p>one [two] three</p>', 'two'],
  ['<ul><li>one [two] three</li></ul>', 'two'],
  ['<ol><li>a</li><li>b [c</li><li>d] e</li></ol>', '2. c\n3. d'],
  ['<ol start="4"><li>a</li><li>b<ol><li>c</li><li>d [e</li></ol></li><li>f] g</li></ol>', '5. 2. e\n6. f'],
  ['<ul><li>a [b<p>c] d</p></li></ul>', '- b\n  c'],
  ['<table><tr><td>a [b] c</td></tr></table>', 'b'],
  ['<table><tr><td><p>a [b</p><p>c] d</p></td></tr></table>', 'b\n\nc'],
  ['<p>a [b</p><ul><li>c</li><li>d] e</li></ul>', 'b\n\n- c\n- d'],
])('of the marked part of %j', (html, text) => {
  expect(copied(html)).toBe(text);
});
