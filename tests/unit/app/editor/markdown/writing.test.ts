// @vitest-environment jsdom
import { DOMParser as SchemaParser, type Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { fromMarkdown } from '../../../../../src/app/editor/markdown/from-markdown.ts';
import { toMarkdown } from '../../../../../src/app/editor/markdown/to-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const schema = documentSchema();

const p = (...content: readonly (string | readonly [string, string])[]) =>
  schema.node(
    'paragraph',
    null,
    content.map((one) =>
      typeof one === 'string' ? schema.text(one) : schema.text(one[1], [schema.mark(one[0])]),
    ),
  );

test.each([
  ['bold before a Chinese letter', p(['bold', '「文」'], '字'), '<strong>「文」</strong>字'],
  ['bold between Chinese letters', p('中', ['bold', '文'], '字'), '中**文**字'],
  ['bold with a full stop before Japanese', p(['bold', 'これ。'], 'それ'), '<strong>これ。</strong>それ'],
  ['bold before a Korean particle', p(['bold', '한국어(Korean)'], '는'), '<strong>한국어(Korean)</strong>는'],
  ['bold in quotes', p('„', ['bold', 'a'], '“'), '„**a**“'],
  ['bold that ends in a full stop', p(['bold', 'Note.'], ' a'), '**Note.** a'],
  ['bold within a word', p('ne', ['bold', 'mysl'], 'itelný'), 'ne**mysl**itelný'],
  ['bold with a space', p(['bold', 'a '], 'b'), '<strong>a </strong>b'],
  ['italics beside bold', p(['italic', 'a'], ['bold', 'b']), '_a_**b**'],
  ['stars and lines', p('2 * 3 * 4, a*b, snake_case, _x_'), '2 * 3 * 4, a\\*b, snake_case, \\_x\\_'],
  ['the start of a list', p('1. května'), '1\\. května'],
  ['a dash', p('- a'), '\\- a'],
  ['a hash', p('# a #b'), '\\# a #b'],
  ['spaces', p('  a  b  '), '&#32;&#32;a  b&#32;&#32;'],
  ['code with ticks', p(['code', 'a`b``']), '``` a`b`` ```'],
  ['an address that is not a link', p('https://a.cz a@b.cz'), 'https\\://a.cz a\\@b.cz'],
  ['a path', p('C:\\Users\\*'), 'C:\\Users\\\\\\*'],
])('%s is written without escapes where possible', (_name, paragraph, expected) => {
  const doc = schema.node('doc', null, [paragraph]);
  expect(toMarkdown(doc).trimEnd()).toBe(expected);
  expect(fromMarkdown(schema, expected).toJSON()).toEqual(doc.toJSON());
});

test('a selected part of a document is written', () => {
  const doc = fromMarkdown(
    schema,
    '- one\n- two\n\n<details>\n<summary>More</summary>\n\nwords\n\n</details>\n\nend',
  );
  const at = (word: string): number => {
    let found = -1;
    doc.descendants((node, pos) => void (node.text === word && (found = pos)));
    return found;
  };
  expect(toMarkdown(doc.cut(at('two') + 1, at('words') + 3))).toBe(
    '* wo\n\n<details>\n<summary>More</summary>\n\nwor\n\n</details>\n',
  );
  expect(toMarkdown(doc.cut(at('words') + 1, at('end') + 1))).toBe(
    '<details>\n<summary></summary>\n\nords\n\n</details>\n\ne\n',
  );
});

const parse = (html: string): Node =>
  SchemaParser.fromSchema(schema).parse(new DOMParser().parseFromString(html, 'text/html').body, {
    preserveWhitespace: true,
  });

test.each([
  [
    'a formula in a link that ends like one',
    '<p>a<a href="https://b.cz"><span data-type="inlineMath" data-latex="x](y"></span></a></p>',
    'a<a href="https://b.cz">$x](y$</a>',
  ],
  ['empty paragraphs', '<p>a</p><p></p><p></p><p>b</p>', 'a\n\n<br>\n\n<br>\n\nb'],
  [
    'three lists in a row',
    '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><ul><li><p>c</p></li></ul>',
    '* a\n\n+ b\n\n* c',
  ],
  ['numbers after numbers', '<ol><li><p>a</p></li></ol><ol start="5"><li><p>b</p></li></ol>', '1. a\n\n5) b'],
  [
    'numbers that start elsewhere',
    '<ol start="3"><li><p>a</p><ol start="7"><li><p>b</p><ul><li><p>c</p></li></ul></li></ol></li></ol>',
    '3. a\n\n   7. b\n      * c',
  ],
  ['letters for numbers', '<ol type="a"><li><p>a</p></li></ol>', '<ol type="a"><li><p>a</p></li></ol>'],
  ['an empty item', '<ul><li><p></p></li><li><p>b</p></li></ul>', '*\n* b'],
  ['an item that begins with an empty line', '<ul><li><p></p><p>b</p></li></ul>', '* <br>\n\n  b'],
  ['two paragraphs in an item', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '* a\n\n  b\n* c'],
  [
    'code in an item',
    '<ul><li><p>a</p><pre><code class="language-js">x\n\ny</code></pre></li></ul>',
    '* a\n\n  ```js\n  x\n\n  y\n  ```',
  ],
  [
    'a quotation in a list in a quotation',
    '<blockquote><ul><li><p>a</p><blockquote><p>b</p></blockquote></li></ul></blockquote>',
    '> * a\n>\n>   > b',
  ],
  [
    'code in a cell',
    '<table><tr><th><p>a</p></th></tr><tr><td><p><code>x|`y</code></p></td></tr></table>',
    '| a |\n| --- |\n| ``x\\|`y`` |',
  ],
  [
    'aligned columns',
    '<table><tr><th><p style="text-align:center">a</p></th></tr><tr><td><p style="text-align:center">b</p></td></tr></table>',
    '| a |\n| :---: |\n| b |',
  ],
  [
    'a table without a head',
    '<table><tr><td><p>a</p></td></tr></table>',
    '<table>\n<tr>\n<td><p>a</p></td>\n</tr>\n</table>',
  ],
  [
    'a list in a cell',
    '<table><tr><th><ul><li><p>c</p></li></ul></th></tr></table>',
    '<table>\n<tr>\n<th><ul><li><p>c</p></li></ul></th>\n</tr>\n</table>',
  ],
  [
    'merged cells',
    '<table><tr><td colspan="2"><p>a</p></td></tr></table>',
    '<table>\n<tr>\n<td colspan="2"><p>a</p></td>\n</tr>\n</table>',
  ],
  [
    'merged cells with widths',
    '<table><tr><td colspan="2" colwidth="120,0"><p>a</p></td></tr></table>',
    '<table>\n<tr>\n<td colspan="2" colwidth="120,0"><p>a</p></td>\n</tr>\n</table>',
  ],
  [
    'rows of which all cells are merged with others',
    '<table><tr><td rowspan="2"><p>a</p></td></tr><tr></tr></table>',
    '<table>\n<tr>\n<td rowspan="2"><p>a</p></td>\n</tr>\n<tr></tr>\n</table>',
  ],
  ['headings that end in a hash', '<h2>C #</h2><h3>C#</h3><h1></h1>', '## C \\#\n\n### C#\n\n#'],
  [
    'a centred paragraph',
    '<p style="text-align:center"><strong>a</strong> b</p>',
    '<p align="center"><strong>a</strong> b</p>',
  ],
  [
    'addresses',
    '<p><a href="https://a.cz/a b(c">t [x]</a> <a href="https://a.cz/(b)" title="1 &quot;2&quot;">u</a></p>',
    '[t \\[x\\]](<https://a.cz/a b(c>) [u](https://a.cz/(b) "1 &#34;2&#34;")',
  ],
  [
    'addresses as they are',
    '<p><a href="https://a.cz">https://a.cz</a> <a href="mailto:a@b.cz">a@b.cz</a></p>',
    '<https://a.cz> <a@b.cz>',
  ],
  ['breaks at the end', '<p>a<br>b<br></p><p><br><br></p>', 'a\\\nb<br>\n\n<br><br><br>'],
  ['marks in marks', '<p><strong>a <em>b</em></strong> <s>c <u>d</u></s></p>', '**a _b_** ~~c <u>d</u>~~'],
  [
    'a mention',
    '<p><span data-type="mention" data-id="0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0">@Jana</span></p>',
    '<span data-type="mention" data-id="0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0">@Jana</span>',
  ],
  [
    'a formula before a digit',
    '<p><span data-type="inlineMath" data-latex="x"></span>2</p>',
    '<span data-type="inlineMath" data-latex="x">\\$x\\$</span>2',
  ],
  [
    'a title in an alert',
    '<div data-type="callout" data-kind="danger"><p>a</p><ul><li><p>b</p></li></ul></div>',
    '> [!CAUTION]\n> a\n>\n> * b',
  ],
  ['code with a fence and empty lines', '<pre><code>```\n\n</code></pre>', '````\n```\n\n\n````'],
  [
    'a summary with marks',
    '<details><summary>a <em>b</em></summary><div data-type="detailsContent"></div></details>',
    '<details>\n<summary>a <em>b</em></summary>\n</details>',
  ],
])('%s: written like this, and read back', (_name, html, markdown) => {
  const doc = parse(html);
  expect(toMarkdown(doc)).toBe(`${markdown}\n`);
  expect(fromMarkdown(schema, markdown).toJSON()).toEqual(doc.toJSON());
});

test('widths alone do not make HTML of a table', () => {
  const row = (name: string) => `<tr><${name} colwidth="120"><p>a</p></${name}></tr>`;
  expect(toMarkdown(parse(`<table>${row('th')}${row('td')}</table>`))).toBe('| a |\n| --- |\n| a |\n');
});
