// @vitest-environment jsdom
/** Details that a person sees and no loss tells come back as they left. */
import { expect, test } from 'vitest';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { FORMATS } from '../../../formats/formats.ts';
import { leavingOf } from '../../../formats/make-leaving.ts';
import { block, p, text } from '../../../support/document-nodes.ts';

const WIDE = ['Word', 'Web page'];
const cell = (width: number): DocumentNode => ({
  ...block('tableCell', p('a')),
  attrs: { colspan: 1, rowspan: 1, colwidth: [width] },
});
const marked = (attrs: object): DocumentNode => ({
  type: 'text',
  text: 'x',
  marks: [{ type: 'highlight', attrs }],
});
const list = (type: string | null, ...content: DocumentNode[]): DocumentNode => ({
  ...block('orderedList', ...content),
  attrs: { start: 1, type },
});
const item = (...content: DocumentNode[]): DocumentNode => block('listItem', ...content);

const DETAILS: Readonly<Record<string, DocumentNode>> = {
  'widths of columns': block('table', block('tableRow', cell(120), cell(260))),
  // Yellow: stored without a color.
  'the usual highlight': p(marked({ color: null })),
  'a red highlight': p(marked({ color: 'red' })),
  'a list in a list of the usual kind': list(null, item(p('a'), list(null, item(p('b'))))),
  'a list in a list with letters': list(null, item(p('a'), list('a', item(p('b'))))),
  'numbers in a list of letters': list('A', item(p(text('a', 'bold')), list('1', item(p('b'))))),
};

test.each(
  FORMATS.filter(({ name }) => WIDE.includes(name)).flatMap((format) =>
    Object.entries(DETAILS).map(([what, node]) => [format.name, what, format, node] as const),
  ),
)('%s keeps %s', async (_format, _what, format, node) => {
  const written = await format.write(leavingOf({ type: 'doc', content: [node, p('end')] }));
  const { nodes, losses } = await format.read(written);
  expect([...written.losses, ...losses]).toEqual([]);
  const bare = (one: DocumentNode): unknown => ({
    ...one,
    attrs: Object.fromEntries(
      Object.entries(one.attrs ?? {}).filter(([, value]) => value !== null && value !== 1),
    ),
    ...(one.content ? { content: one.content.map(bare) } : {}),
  });
  expect(bare(nodes[0]!)).toEqual(bare(node));
});
