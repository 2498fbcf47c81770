import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { indexText } from '#contract/search/index-text.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';

function docOf(title: string, nodes: readonly DocumentNode[]): Y.Doc {
  const source = writeDocument(nodes);
  const doc = new Y.Doc();
  doc.getText(TITLE_ROOT).insert(0, title);
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    source.toArray().map((part) => (part as Y.XmlElement).clone()),
  );
  return doc;
}

const text = (value: string, ...marks: string[]): DocumentNode => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
const heading = (level: number, value: string): DocumentNode => ({
  type: 'heading',
  attrs: { level },
  content: [text(value)],
});

const lexemesOf = (vector: string): ReadonlyMap<string, string> =>
  new Map([...vector.matchAll(/'([^']+)':(\S+)/g)].map(([, lexeme = '', places = '']) => [lexeme, places]));

describe('the vector', () => {
  const doc = docOf('Smlouva o dílo', [
    heading(1, 'Předmět'),
    paragraph(text('Dílo, dílu a '), text('kód', 'code')),
    { type: 'codeBlock', content: [text('const smlouvy = 1')] },
  ]);
  const lexemes = lexemesOf(indexText(doc).vector);

  it('has words of the title, headings and text with their weights', () => {
    expect(lexemes.get('x:smlouva')).toBe('1A');
    expect(lexemes.get('x:predmet')).toBe('4B');
    expect(lexemes.get('x:dilo')).toBe('3A,5C');
    expect(lexemes.get('s:dil')).toContain('6C');
  });
  it('has accents only where there are some', () => {
    expect(lexemes.has('a:dílo')).toBe(true);
    expect(lexemes.has('a:smlouva')).toBe(false);
  });
  it('has no stems of code', () => {
    expect(lexemes.get('x:smlouvy')).toMatch(/C$/);
    expect(lexemes.get('s:smlouv')).toBe('1A');
    expect([...lexemes.keys()].filter((lexeme) => lexeme.startsWith('s:kod'))).toEqual([]);
  });
});

it('the body has a line for each block, and headings lead to it', () => {
  const { title, body, starts, headings } = indexText(
    docOf('T', [
      heading(1, 'První'),
      paragraph(text('a '), text('tučně', 'bold')),
      heading(2, 'Pod'),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('položka'))] }] },
      heading(1, 'Druhá'),
      paragraph(text('b'), { type: 'hardBreak' }, text('c')),
      paragraph(),
    ]),
  );
  expect(title).toBe('T');
  expect(body.split('\n')).toEqual(['První', 'a tučně', 'Pod', 'položka', 'Druhá', 'b c']);
  expect(starts).toEqual([2, 3, 5, 6, 7, 8]);
  expect(headings).toEqual([
    { line: 0, path: ['První'] },
    { line: 2, path: ['První', 'Pod'] },
    { line: 4, path: ['Druhá'] },
  ]);
});

it('a word within a formula or mention is found, deleted text is not', () => {
  const doc = docOf('T', [
    paragraph(text('tajné'), { type: 'mention', attrs: { id: 'u', label: 'Jana Nová' } }, text(' konec')),
    { type: 'blockMath', attrs: { latex: '\\alpha' } },
  ]);
  const block = doc.getXmlFragment(TEXT_ROOT).get(0) as Y.XmlElement;
  (block.get(0) as Y.XmlText).delete(0, 5);
  const { body, vector } = indexText(doc);
  expect(body).toBe('@Jana Nová konec\n\\alpha');
  expect(vector).toContain("'x:alpha'");
  expect(body + vector).not.toMatch(/tajn/);
});

it('long blocks are several lines', () => {
  const sentence = 'Tohle je jedna věta o ničem. ';
  const { body } = indexText(docOf('', [paragraph(text(sentence.repeat(100)))]));
  expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThan(700);
  expect(body.replaceAll('\n', ' ')).toBe(sentence.repeat(100).trim());
});

it('says which words have more places than it keeps', () => {
  const lexemes = lexemesOf(indexText(docOf('', [paragraph(text('ve věci '.repeat(255)))])).vector);
  expect([...lexemes.keys()].filter((lexeme) => lexeme.startsWith('m:'))).toEqual([]);
  const { vector } = indexText(docOf('', [paragraph(text(`${'o dílo '.repeat(255)} o všem`))]));
  expect(vector).toMatch(/ 'm:o'$/);
});

it('is bounded', () => {
  const words = Array.from({ length: 120_000 }, (_, at) => `slovo${at.toString(36)}`).join(' ');
  const { body, vector, starts } = indexText(docOf('T', [paragraph(text(words)), paragraph(text(words))]));
  expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(200 * 1024);
  expect(body.split('\n')).toHaveLength(starts.length);
  const bytes = [...lexemesOf(vector)].reduce(
    (sum, [lexeme, places]) => sum + lexeme.length + 4 + 2 * places.split(',').length,
    0,
  );
  expect(bytes).toBeLessThan(1_000_000);
  expect(vector).toContain('x:slovo1');
  for (const places of lexemesOf(vector).values())
    for (const place of places.split(',')) expect(parseInt(place, 10)).toBeLessThanOrEqual(16_383);
});
