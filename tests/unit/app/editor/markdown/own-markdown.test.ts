// @vitest-environment jsdom
/** Pasted output of our own writer is recognized as Markdown; notes are not. */
import type { Node } from '@tiptap/pm/model';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hasOwnSigns,
  looksLikeMarkdown,
} from '../../../../../src/app/editor/markdown/looks-like-markdown.ts';
import { isOwnMarkdown, PRODUCT } from '../../../../../src/app/editor/markdown/own-markdown.ts';
import { readPlainText } from '../../../../../src/app/editor/markdown/plain-text.ts';
import { toMarkdown } from '../../../../../src/app/editor/markdown/to-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { anyDocument } from '../../../../support/any-document.ts';

const schema = documentSchema();
const isKnown = (text: string): boolean =>
  looksLikeMarkdown(text) || (hasOwnSigns(text) && isOwnMarkdown(schema, text));

const more = process.env['SPOLU_DOCUMENTS'];
const RUNS = Number(more ?? 200);

test(
  `of ${RUNS} documents each is known that does not read the same as plain text`,
  () => {
    fc.assert(
      fc.property(anyDocument(schema), (doc) => {
        const text = toMarkdown(doc);
        const plain = readPlainText(schema, text, []).content;
        fc.pre(!plain.eq(doc.content) && !isNote(doc, text) && !PRODUCT.test(text));
        expect(isKnown(text), text).toBe(true);
      }),
      { numRuns: RUNS, ...(more === undefined ? { seed: 7 } : {}) },
    );
  },
  20_000 + RUNS * 100,
);

const NODES_OF_NOTES =
  /^(?:doc|paragraph|text|(?:bullet|ordered)List|listItem|heading|blockquote|horizontalRule)$/;

/** Without anything that a note typed elsewhere could not have. */
function isNote(doc: Node, text: string): boolean {
  let isPlain = !/\\[!-/:-@[-`{-~\n]|&#\d+;|<[a-z/]/i.test(text);
  doc.descendants(({ type, marks }) => {
    isPlain &&= marks.length === 0 && NODES_OF_NOTES.test(type.name);
  });
  return isPlain;
}

test.each([
  ['an escape alone', String.raw`\# hash`],
  ['escaped stars', String.raw`\*not emphasis\*`],
  ['bold next to brackets of Chinese', '<strong>「重要」</strong>です'],
  ['two codes', '`npm ci` and `npm test`'],
  ['one code', 'Run `npm ci` first.'],
  ['a table as HTML', '<table>\n<tr>\n<td><p>a</p></td>\n</tr>\n</table>'],
  ['emphasis', 'a *small* thing'],
  ['a formula', 'so $x^2$ grows'],
  ['a subscript', 'H<sub>2</sub>O'],
  ['an underline', '<u>mind</u> this'],
])('%s is known', (_, text) => expect(isKnown(text)).toBe(true));

test.each([
  ['a number between the lines of a list', '- milk\n# 5 eggs\n- bread'],
  ['a number between numbered lines', '1. milk\n# 5 eggs\n2. bread'],
  ['a Czech date', '1. 5. 2024 volno'],
  ['a diff that only removes', ' function foo() {\n-  const a = 1;\n-  const b = 2;\n }'],
  ['a diff of prose', ' First line.\n- second line\n- third line\n Fourth line.'],
  ['a path of Windows', 'C:\\Users\\jana'],
  ['a share of Windows', '\\\\server\\share'],
  ['a regular expression', '/^\\*\\*(.+?)\\*\\*$/'],
  ['LaTeX', '50\\% of x\\_1 \\& more'],
  ['a product', '2*3*4 = 24'],
  ['an address', 'https://a.cz/x_y_z?a=*b*'],
  ['HTML that somebody wrote', '<div class="a"><b>x</b></div>'],
  ['comparisons', 'a <b and c> d'],
  ['prices', 'costs $5 or $6'],
  ['one item', '* milk'],
  ['one heading', '# Plan'],
  ['a single backquote', 'it`s'],
  ['a sum', '1. 2. 3.'],
  ['stars', '*** very good'],
])('%s is no Markdown', (_, text) => expect(isKnown(text)).toBe(false));
