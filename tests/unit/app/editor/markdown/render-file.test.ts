import { expect, test } from 'vitest';
import { LossBook } from '#contract/formats/loss.ts';
import { renderFile } from '../../../../../src/app/editor/markdown/render-file.ts';

const render = (markdown: string): readonly string[] => renderFile(markdown, new LossBook());

test('each top-level block is rendered alone', () => {
  expect(render('# A\n\ntext\n\n- b\n  - c\n\n```js\nd\n```\n\n---')).toEqual([
    '<h1>A</h1>',
    '<p>text</p>',
    '<ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul>',
    '<pre><code class="language-js">d</code></pre>',
    '<hr>',
  ]);
});

test('footnotes are numbered by their references, listed at the end, and a loss', () => {
  const book = new LossBook();
  const blocks = renderFile(
    'A[^x] and[^long].\n\n[^long]: First.\n\n    Second.\n[^x]: *Short*\n[^unused]: Also\n\nRest [^none]',
    book,
  );
  expect(blocks).toEqual([
    '<p>A<sup>1</sup> and<sup>2</sup>.</p>',
    '<p>Rest [^none]</p>',
    '<hr>',
    '<ol><li><p><em>Short</em></p></li><li><p>First.</p><p>Second.</p></li><li><p>Also</p></li></ol>',
  ]);
  expect(book.list()).toMatchObject([{ kind: 'footnote', severity: 'simplified', count: 3 }]);
});

test('the example of a footnote is its text', () => {
  const book = new LossBook();
  renderFile('A[^1]\n\n[^1]: **Jana** & [co](https://a.example)\n\n    Why?', book);
  expect(book.list()).toMatchObject([{ example: 'Jana & co Why?' }]);
});

test('the title of a callout is one block with its text', () => {
  expect(render('> [!tip] Title\n> Text\n\nrest')).toEqual([
    '<div data-type="callout" data-kind="success"><p><strong>Title</strong></p><p>Text</p></div>',
    '<p>rest</p>',
  ]);
});

test('a reference behind a list of HTML goes to its last text', () => {
  const list = '<ol type="a"><li><p>first</p></li>\n<li><p>last</p></li></ol>';
  const note = '\n\n[^c1]: Why?';
  const joined = list.replace('last', 'last<sup>1</sup>').replaceAll('\n', '');
  expect(render(`1. A\n\n   ${list.replace('\n', '')}\n\n   [^c1]${note}`)[0]).toBe(
    `<ol><li><p>A</p>${joined}</li></ol>`,
  );
  expect(render(`${list}\n\n[^c1]${note}`).join('')).toContain('last<sup>1</sup>');
  expect(render(`A\n\n[^c1]${note}`)[1]).toBe('<p><sup>1</sup></p>');
});

test('a footnote that refers to itself ends', () => {
  expect(render('A[^1]\n\n[^1]: see [^1]').at(-1)).toBe('<ol><li><p>see <sup>1</sup></p></li></ol>');
});

test('links and pictures of Obsidian', () => {
  expect(render('[[Other page]] [[a/b#Part|words]] ![[pic.png|300]] ![[Note]] `[[code]]`')).toEqual([
    '<p><a href="Other page">Other page</a> <a href="a/b#Part">words</a> <img src="pic.png" alt=""> <a href="Note">Note</a> <code>[[code]]</code></p>',
  ]);
});
