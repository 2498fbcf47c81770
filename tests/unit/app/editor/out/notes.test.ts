// @vitest-environment jsdom
import type { Node } from '@tiptap/pm/model';
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { expect, test } from 'vitest';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { fromMarkdown } from '../../../../../src/app/editor/markdown/from-markdown.ts';
import type { Note } from '../../../../../src/app/editor/out/notes.ts';
import { takeNoted } from '../../../../../src/app/editor/out/take-noted.ts';
import { writeMarkdown } from '../../../../../src/app/editor/out/write-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { anyDocument } from '../../../../support/any-document.ts';

const schema = documentSchema();
const IMAGE = '11111111-1111-4111-8111-111111111111/33333333-3333-4333-8333-333333333333.png';
const paragraph = (text: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

const note = (at: number | null, more: Partial<Note> = {}): Note => ({
  at,
  about: null,
  quote: null,
  entries: [{ author: 'Jana', date: '21 May', content: [paragraph('Why?')] }],
  ...more,
});

interface Selected {
  readonly from: number;
  readonly to: number;
}

function take(doc: Node, notes: readonly Note[], selected?: Selected): string {
  const selection = selected ? { ...selected, empty: false } : { from: 0, to: 0, empty: true };
  return takeNoted({ state: { doc, selection } } as never, { notes, label: 'Comments' });
}

/** Position behind the first occurrence, which may go over several nodes of one block. */
function behind(doc: Node, words: string): number {
  let found = -1;
  doc.descendants((node, pos) => {
    const at = node.isTextblock ? node.textBetween(0, node.content.size, '', '\uFFFC').indexOf(words) : -1;
    if (at >= 0 && found < 0) found = pos + 1 + at + words.length;
  });
  if (found < 0) throw new Error(`${words} is not in the document`);
  return found;
}

const DEFINITION = '\n\n[^c1]: **Jana**, 21 May\n\n    Why?\n';
const render = (markdown: string): string =>
  new MarkdownIt('default', { html: true }).use(footnotes).render(markdown);

test.each([
  ['plain text', 'The budget is high.', 'budget', 'The budget[^c1] is high.'],
  ['inside bold', 'The **whole budget** is', 'whole', 'The **whole[^c1] budget** is'],
  ['the end of bold', 'The **budget** is', 'budget', 'The **budget**[^c1] is'],
  ['bold within a word', 'ne**mysl**itelný', 'mysl', 'ne**mysl**[^c1]itelný'],
  ['bold that ends in a full stop', '**Note.** a', 'Note.', '**Note.**[^c1] a'],
  ['bold and italics', '***ab*c** d', 'ab', '**_ab_[^c1]c** d'],
  ['crossed out', '~~a b~~ c', 'a', '~~a[^c1] b~~ c'],
  [
    'the middle of a link',
    'See [the plan](https://a.cz), it',
    'the',
    'See [the plan](https://a.cz)[^c1], it',
  ],
  [
    'a link in bold',
    'See **[the plan](https://a.cz) b** c',
    'the',
    'See **[the plan](https://a.cz)[^c1] b** c',
  ],
  ['an address', 'See <https://a.cz/b> now', 'https', 'See <https://a.cz/b>[^c1] now'],
  ['the middle of code', 'Run `npm test` now', 'npm', 'Run `npm test`[^c1] now'],
  ['before a bracket', 'f(x) is', 'f', 'f[^c1]\\(x) is'],
  ['before a colon', 'Note: it', 'Note', 'Note[^c1]\\: it'],
  ['behind an exclamation mark', 'Stop! Now', 'Stop!', 'Stop\\![^c1] Now'],
  ['behind a caret', 'a^ b', 'a^', 'a\\^[^c1] b'],
  ['behind a backslash', 'a\\ b', 'a\\', 'a\\\\[^c1] b'],
  ['a heading', '## The *plan* #1', 'plan', '## The *plan*[^c1] #1'],
  ['the end of a heading', '## Plan', 'Plan', '## Plan[^c1]'],
  ['a list', '* one\n* two', 'one', '* one[^c1]\n* two'],
  ['a task', '- [x] one', 'one', '- [x] one[^c1]'],
  ['a quotation', '> one two', 'one', '> one[^c1] two'],
  ['a cell', '| a | b |\n| --- | --- |\n| c d | e |', 'c', '| a | b |\n| --- | --- |\n| c[^c1] d | e |'],
  ['code', '```js\nlet a;\nlet b;\n```\n\nend', 'let a', '```js\nlet a;\nlet b;\n```\n\n[^c1]\n\nend'],
  ['code in a list', '* one\n\n  ```\n  a\n  b\n  ```', 'a', '* one\n\n  ```\n  a\n  b\n  ```\n\n  [^c1]'],
  [
    'an aligned paragraph',
    '<p align="center">a b</p>\n\nend',
    'a',
    '<p align="center">a b</p>\n\n[^c1]\n\nend',
  ],
  [
    'a table in HTML',
    '<table>\n<tr>\n<td><p>a b</p></td>\n</tr>\n</table>',
    'a',
    '<table>\n<tr>\n<td><p>a b</p></td>\n</tr>\n</table>\n\n[^c1]',
  ],
  [
    'a summary',
    '<details>\n<summary>More</summary>\n\nwords\n\n</details>',
    'More',
    '<details>\n<summary>More</summary>\n\n[^c1]\n\nwords\n\n</details>',
  ],
  ['text that has the label', 'a \\[^c1] b', 'a', 'a[^c1] \\[^c1] b'],
])('%s has a footnote', (_name, markdown, words, expected) => {
  const doc = fromMarkdown(schema, markdown);
  const written = take(doc, [note(behind(doc, words))]);
  const label = markdown.includes('[^c1]') ? 'cc1' : 'c1';
  const marked = expected.replace('[^c1]', `[^${label}]`);
  expect(written).toBe(marked + DEFINITION.replace('[^c1]', `[^${label}]`));
  const html = render(written);
  expect(html.match(/class="footnote-ref"/g)).toHaveLength(1);
  expect(html).toMatch(/<li id="fn1".*<strong>Jana<\/strong>, 21 May<\/p>\s*<p>Why\?/s);
  // Apart from the note, the text is what it was.
  const text = html.split('<hr class="footnotes-sep">')[0]!;
  const bare = text.replace(/<sup class="footnote-ref">.*?<\/sup>/, '').replace(/<p><\/p>\n/, '');
  expect(bare.trim()).toBe(render(markdown).trim());
});

test('several threads at one place have one footnote each, numbered by the text', () => {
  const doc = fromMarkdown(schema, 'one two three');
  const [one, two] = [behind(doc, 'one'), behind(doc, 'two')];
  const say = (text: string): Partial<Note> => ({
    entries: [{ author: 'J', date: 'd', content: [paragraph(text)] }],
  });
  const written = take(doc, [note(two, say('B')), note(two, say('C')), note(one, say('A'))]);
  expect(written).toBe(
    'one[^c1] two[^c2][^c3] three\n\n' +
      '[^c1]: **J**, d\n\n    A\n\n[^c2]: **J**, d\n\n    B\n\n[^c3]: **J**, d\n\n    C\n',
  );
  expect(render(written).match(/class="footnote-ref"/g)).toHaveLength(3);
});

test('a note has replies, lists and signs of Markdown as text', () => {
  const doc = fromMarkdown(schema, 'one');
  const list: DocumentNode = {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph('a *b*')] }],
  };
  const entries = [
    { author: 'Jana # N', date: '21 May', content: [paragraph('Why?'), list] },
    { author: 'Petr', date: '22 May', content: [paragraph('[^c1]: # no')] },
  ];
  expect(take(doc, [note(4, { entries })])).toBe(
    'one[^c1]\n\n' +
      '[^c1]: **Jana # N**, 21 May\n\n    Why?\n\n    * a \\*b\\*\n\n    **Petr**, 22 May\n\n    \\[^c1]: # no\n',
  );
});

test('notes without their text stand below the whole text, not below a selection', () => {
  const doc = fromMarkdown(schema, 'one two\n\nthree');
  const gone = note(null, { about: 'To deleted text', quote: 'four\nfive' });
  const notes = [note(behind(doc, 'one')), note(behind(doc, 'three')), gone];
  expect(take(doc, notes)).toBe(
    'one[^c1] two\n\nthree[^c2]\n\nComments: [^c3]\n\n' +
      ['c1', 'c2'].map((label) => `[^${label}]: **Jana**, 21 May\n\n    Why?\n\n`).join('') +
      '[^c3]: *To deleted text*\n\n    > four five\n\n    **Jana**, 21 May\n\n    Why?\n',
  );
  expect(take(doc, notes, { from: 1, to: behind(doc, 'one') })).toBe(`one[^c1]${DEFINITION}`);
  expect(take(doc, notes, { from: behind(doc, 'one'), to: behind(doc, 'two') })).toBe('&#32;two\n');
});

test('an image, a formula and a table have the footnote below', () => {
  for (const markdown of [`![a](${IMAGE})`, '$$\nx\n$$', '| a |\n| --- |\n| b |']) {
    const doc = fromMarkdown(schema, `${markdown}\n\nend`);
    expect(take(doc, [note(doc.firstChild!.nodeSize)])).toBe(`${markdown}\n\n[^c1]\n\nend${DEFINITION}`);
  }
});

test('between rows of a table, the footnote is in the cell before', () => {
  const doc = fromMarkdown(schema, '| a |\n| --- |\n| b |');
  const row = doc.firstChild!.firstChild!.nodeSize;
  expect(take(doc, [note(1 + row)])).toBe(`| a[^c1] |\n| --- |\n| b |${DEFINITION}`);
});

test('signs of another text are no references', () => {
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [schema.text('a\uFDD07\uFDD1b\uFDD0length\uFDD1')]),
  ]);
  expect(take(doc, [note(2)])).toBe(`a[^c1]\uFDD07\uFDD1b\uFDD0length\uFDD1${DEFINITION}`);
});

const REFERENCE = /\[\^c+\d+\]/g;

/** Without references, and without paragraphs that have nothing else. */
function withoutNotes(node: DocumentNode): DocumentNode[] {
  if (node.type === 'text') {
    const text = node.text!.replaceAll(REFERENCE, '');
    return text === '' ? [] : [{ ...node, text }];
  }
  if (!node.content) return node.type === 'paragraph' ? [] : [node];
  const content = node.content.flatMap(withoutNotes);
  const isEmptied = node.type === 'paragraph' && content.length === 0;
  return isEmptied ? [] : [{ ...node, content }];
}

test('documents with footnotes are read as without them, and each has all of its footnotes', () => {
  fc.assert(
    fc.property(anyDocument(schema), fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (doc, numbers) => {
      const places: number[] = [];
      doc.descendants((node, pos, parent) => {
        if (node.isInline) for (let at = 1; at <= node.nodeSize; at += 1) places.push(pos + at);
        else if (node.isAtom && parent?.type.name === 'doc') places.push(pos + node.nodeSize);
      });
      fc.pre(places.length > 0 && !REFERENCE.test(doc.textContent));
      const notes = numbers
        .map((number) => note(places[number % places.length]!))
        .toSorted((a, b) => a.at! - b.at!);
      const [text = '', ...rest] = take(doc, notes).split(/\n\n(?=\[\^c+\d+\]: )/);
      expect(rest).toHaveLength(notes.length);
      expect(text.match(REFERENCE)).toHaveLength(notes.length);
      const readBack = (written: string): Node =>
        schema.nodeFromJSON(withoutNotes(fromMarkdown(schema, written).toJSON())[0]);
      expect(readBack(text).toJSON()).toEqual(readBack(writeMarkdown(doc.toJSON())).toJSON());
    }),
    { numRuns: 60, seed: 43 },
  );
}, 60_000);
