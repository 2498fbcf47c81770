import { expect, test } from 'vitest';
import { toBody } from '../../../../../src/app/editor/comment-field/to-body.ts';

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks });
const docOf = (...content: object[]) => toBody({ type: 'doc', content });

test.each([[], [paragraph()], [paragraph(text('  ')), paragraph()]])('%j is no comment', (...content) => {
  expect(docOf(...content.flat())).toBeNull();
});

test('empty lines around the text are left out, those inside stay', () => {
  const body = docOf(paragraph(), paragraph(text('one')), paragraph(), paragraph(text('two')), paragraph());
  expect(body?.content).toHaveLength(3);
});

test('attributes that comments do not store are left out', () => {
  const link = { type: 'link', attrs: { href: 'https://x.cz', title: 'x', onclick: 'y' } };
  expect(docOf(paragraph(text('x', link)))?.content).toEqual([
    paragraph(text('x', { type: 'link', attrs: { href: 'https://x.cz' } })),
  ]);
});

test('a link that comments do not store is plain text', () => {
  const link = { type: 'link', attrs: { href: 'xmpp:jana@x.cz' } };
  expect(docOf(paragraph(text('x', { type: 'bold' }, link)))?.content).toEqual([
    paragraph(text('x', { type: 'bold' })),
  ]);
});

test('a mention alone is a comment', () => {
  const mention = { type: 'mention', attrs: { id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', label: 'Jana' } };
  expect(docOf(paragraph(mention))?.content).toEqual([paragraph(mention)]);
});
