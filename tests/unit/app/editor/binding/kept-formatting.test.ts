// @vitest-environment jsdom
/** All formatting survives copying and reopening. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { closeSeat, openSeat, paste, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();

const MADE = [
  ...['center', 'right', 'justify'].flatMap((align) => [
    `<p style="text-align: ${align}">line</p>`,
    `<h2 style="text-align: ${align}">line</h2>`,
  ]),
  ...[1, 2, 3, 4, 5, 6].map((level) => `<h${level}>line</h${level}>`),
  '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ul>',
  '<ol start="3"><li><p>three</p><ol><li><p>inner</p></li></ol></li><li><p>four</p></li></ol>',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li><li data-type="taskItem" data-checked="false"><p>open</p></li></ul>',
  '<blockquote><p>said</p><p>and said</p></blockquote>',
  '<hr>',
  '<pre><code class="language-python">def f():\n\treturn  1\n\n    # "quoted" -- as is...\n</code></pre>',
  '<p>one<br>two</p>',
  ...['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark'].map(
    (tag) => `<p>a <${tag}>word</${tag}> b</p>`,
  ),
  '<p>a <mark data-color="green">word</mark> b</p>',
  '<p>a <a href="https://a.cz">word</a> b</p>',
  '<table><tbody><tr><th><p>A</p></th><th><p>B</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  '<div data-type="callout" data-kind="warning"><p>mind</p></div>',
  '<p>a <span data-type="inlineMath" data-latex="a^2"></span> b</p>',
  '<div data-type="blockMath" data-latex="a^2"></div>',
];

const write = (html: string): void =>
  void seat.editor.commands.setContent(`<p>first</p>${html}<p>last</p>`, {
    parseOptions: { preserveWhitespace: 'full' },
  });

test.each(MADE)('%s', (html) => {
  write(html);
  const made = seat.editor.getJSON();
  const plain = `<p>first</p><p>${seat.editor.state.doc.child(1).textContent}</p><p>last</p>`;
  expect(readHtml(seat.editor), 'was parsed').not.toBe(plain);
  const again = openSeat('Jana', '#ce0d6e', { state: Y.encodeStateAsUpdate(seat.doc) });
  expect(again.editor.getJSON(), 'opened again').toEqual(made);
  closeSeat(again);
  const { view } = seat.editor;
  seat.editor.commands.setTextSelection({ from: 1, to: view.state.doc.content.size - 1 });
  const { dom, text } = view.serializeForClipboard(view.state.selection.content());
  seat.editor.commands.clearContent();
  paste(seat, { html: dom.innerHTML, text });
  expect(seat.editor.getJSON(), 'copied here and pasted here').toEqual(made);
});
