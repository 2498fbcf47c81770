// @vitest-environment jsdom
import type { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { fromMarkdown } from '../../../../../src/app/editor/markdown/from-markdown.ts';
import { looksLikeMarkdown } from '../../../../../src/app/editor/markdown/looks-like-markdown.ts';
import { toMarkdown } from '../../../../../src/app/editor/markdown/to-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { paste, pressKeys, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

const schema = documentSchema();
const read = (markdown: string): Node => fromMarkdown(schema, markdown);

test.each([
  ['headings', '# One\n\n###### Six\n'],
  ['marks', '**bold** *italic* ~~gone~~ `code` <u>under</u> H<sub>2</sub>O m<sup>2</sup>\n'],
  ['highlights', '<mark>usual</mark> <mark data-color="blue">blue</mark>\n'],
  ['marks in marks', '***both*** **bold [link](https://a.cz "A") bold**\n'],
  ['links', '[web](https://a.cz) <https://b.cz> [mail](mailto:jana@example.com)\n'],
  ['bullets', '* one\n  * inner\n* two\n'],
  ['numbers', '3. three\n   1. inner\n4. four\n'],
  ['tasks', '- [x] done\n- [ ] open\n  - [ ] inner\n'],
  ['a list after a list', '* a\n\n- [ ] b\n'],
  ['quotes', '> one\n>\n> > two\n'],
  ['code', '```typescript\nconst a = `1`;\n\n  b();\n```\n'],
  ['code with a fence inside', '````\n```\nx\n```\n````\n'],
  ['a rule', 'a\n\n---\n\nb\n'],
  ['breaks', 'one\\\ntwo\n'],
  ['a picture', '![Map](0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0/1f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0.png)\n'],
  ['a table', '| A | B |\n| --- | --- |\n| **1** | a\\|b |\n| x<br>y |  |\n'],
  ['details', '<details>\n<summary>A &#38; B</summary>\n\n* one\n\n**two**\n\n</details>\n\nend\n'],
  ['details in a quote', '> <details>\n> <summary>A</summary>\n>\n> one\n>\n> </details>\n'],
  ['a callout', '> [!WARNING]\n> one\n>\n> * two\n'],
  ['callouts in a list', '* a\n\n  > [!TIP]\n  > b\n'],
  ['formulas', 'so $a_1 < b^{2}$ and\n\n$$\n\\frac{1}{2}\n= 0.5\n$$\n\nend\n'],
  ['formulas in a list', '* a $x$\n\n  $$\n  y\n  $$\n'],
  ['money', '5$ and 6$ or \\$7\n'],
  ['Czech', 'Příliš „žluťoučký“ kůň – v\u00a0lese…\n'],
])('%s: Markdown survives reading and writing', (_name, markdown) => {
  const doc = read(markdown);
  doc.check();
  expect(toMarkdown(doc)).toBe(markdown);
});

test('a mention without an id is its name behind an @, with escaped signs', () => {
  const mention = schema.node('mention', { id: null, label: 'Jana *Nová*' });
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Hi '), mention])]);
  expect(toMarkdown(doc)).toBe('Hi @Jana \\*Nová\\*\n');
});

test('a quotation that resembles a callout stays a quotation', () => {
  expect(read('> \\[!NOTE]\n> one\n').firstChild?.type.name).toBe('blockquote');
  expect(read('> [!NONE]\n> one\n').firstChild?.type.name).toBe('blockquote');
  expect(read('> [!important]\n> one\n').firstChild?.attrs['kind']).toBe('info');
});

test('Markdown signs in text are escaped', () => {
  const text = '# 1. * a_b_c **x** <b>&amp; [a](b) `c` ~d~ - e | f';
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text(text)])]);
  expect(read(toMarkdown(doc)).toJSON()).toEqual(doc.toJSON());
});

test('HTML and links in Markdown pass through the schema', () => {
  const doc = read('[bad](javascript:alert(1)) <img src=x onerror=alert(1)>\n');
  expect(doc.textContent.trim()).toBe('bad');
  expect(JSON.stringify(doc)).not.toMatch(/javascript|onerror|alert|"image"/);
});

test.each([
  '# Title\n\n- one\n- two',
  'see [web](https://a.cz)',
  'a **bold** word',
  '- [ ] open',
  '1. one\n2. two',
  '```js\nx\n```',
  '| A | B |\n| --- | --- |\n| 1 | 2 |',
  '> one\n> two',
  '> [!NOTE]\n> one',
])('%j looks like Markdown', (text) => expect(looksLikeMarkdown(text)).toBe(true));

test.each([
  'Hello, world.',
  '# not alone',
  '- one thing',
  '# load it\nimport os\n# run it\nos.exit()',
  '2 * 3 * 4',
  'https://a.cz/a_b_c',
  'tel. 1-2-3',
  '',
])('%j does not look like Markdown', (text) => expect(looksLikeMarkdown(text)).toBe(false));

seatOne();

const shared = (): string[] => seat.editor.state.doc.children.map((node) => node.type.name);
const nextChange = (): Promise<void> => new Promise((resolve) => seat.editor.once('update', () => resolve()));

async function pasteMarkdown(text: string): Promise<void> {
  paste(seat, { text });
  await nextChange();
}

test('pasted Markdown is converted; undo restores the plain text, then removes it', async () => {
  await pasteMarkdown('# Plan\n\n- one\n- **two**');
  expect(shared()).toEqual(['heading', 'bulletList']);
  pressKeys(seat.editor, 'z', { ctrlKey: true });
  expect(seat.editor.getText({ blockSeparator: '\n' })).toBe('# Plan\n- one\n- **two**');
  pressKeys(seat.editor, 'z', { ctrlKey: true });
  expect(seat.editor.getText()).toBe('');
});

test('Markdown pasted within a line joins the line', async () => {
  seat.editor.commands.insertContent('see  now');
  seat.editor.commands.setTextSelection(5);
  await pasteMarkdown('**bold** words');
  expect(readHtml(seat.editor)).toBe('<p>see <strong>bold</strong> words now</p>');
});

test('Markdown pasted as plain text, with HTML, or in code is not converted', () => {
  paste(seat, { text: '- a\n- **b**' }, true);
  expect(seat.editor.getText({ blockSeparator: '\n' })).toBe('- a\n- **b**');
  seat.editor.commands.clearContent();
  paste(seat, { html: '<p>- [ ] a</p>', text: '- [ ] a' });
  expect(seat.editor.getText()).toBe('- [ ] a');
  seat.editor.commands.setContent('<pre><code>x</code></pre>');
  seat.editor.commands.setTextSelection(2);
  paste(seat, { text: '**a** [b](https://c.cz)' });
  expect(seat.editor.state.doc.firstChild?.textContent).toContain('**a** [b](https://c.cz)');
});
