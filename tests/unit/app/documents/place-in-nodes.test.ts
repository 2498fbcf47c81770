import { expect, test } from 'vitest';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { picturesIn, replaceIn } from '../../../../src/app/documents/place-in-nodes.ts';

const image = (src: string, alt: string | null = null): DocumentNode => ({
  type: 'image',
  attrs: { src, alt },
});
const link = (href: string): DocumentNode => ({
  type: 'text',
  text: 'x',
  marks: [{ type: 'bold' }, { type: 'link', attrs: { href } }],
});

test('pictures get their paths and sizes, and one that cannot be stored leaves its description', () => {
  const nodes = [{ type: 'blockquote', content: [image('a'), image('b', 'Graf')] }, image('a')];
  expect(picturesIn(nodes)).toEqual(['a', 'b']);
  const pictures = new Map([
    ['a', { path: 'doc/a.png', width: 3, height: 4 }],
    ['b', null],
  ]);
  const placed = { type: 'image', attrs: { src: 'doc/a.png', alt: null, pixelWidth: 3, pixelHeight: 4 } };
  expect(replaceIn(nodes, pictures, (href) => href)).toEqual([
    {
      type: 'blockquote',
      content: [placed, { type: 'paragraph', content: [{ type: 'text', text: 'Graf' }] }],
    },
    placed,
  ]);
});

test('a link to another text leads to its document; where that was not made, the words stay', () => {
  const nodes = [{ type: 'paragraph', content: [link('cid:1'), link('cid:2'), link('https://a.cz')] }];
  const found = replaceIn(nodes, new Map(), (href) =>
    href.startsWith('https') ? href : href === 'cid:1' ? '/d' : null,
  );
  expect(found[0]!.content!.map(({ marks }) => marks)).toEqual([
    [{ type: 'bold' }, { type: 'link', attrs: { href: '/d' } }],
    [{ type: 'bold' }],
    [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://a.cz' } }],
  ]);
});
