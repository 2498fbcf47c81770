import * as fc from 'fast-check';
import type { LeavingText, LeavingThread } from '#contract/formats/leaving-text.ts';
import { fitNodes } from '#contract/comparison/fit-nodes.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { anyDocument } from '../support/any-document.ts';
import { createRandom } from '../support/random.ts';
import { schema } from './formats.ts';
import { loadPicture, sizeOf } from './picture-bytes.ts';

const DOCUMENTS = anyDocument(schema);
const TITLES = [
  'Smlouva o dílo',
  'Kupní smlouva: "A/B"',
  'عقد',
  '契約書',
  'a\\b "c"',
  '',
  '- [x] <b>&amp;</b>',
];

/** The same text for the same seed, in half of the cases with comments. */
export function makeLeaving(seed: number): LeavingText {
  const random = createRandom(seed);
  const [doc] = fc.sample(DOCUMENTS, { numRuns: 1, seed });
  const size = doc!.content.size;
  const threads =
    random() < 0.5
      ? []
      : Array.from({ length: 1 + Math.floor(random() * 4) }, () => makeThread(size, random));
  return leavingOf(
    {
      type: 'doc',
      content: fitNodes(childrenOf(doc!.toJSON() as DocumentNode), () => null).map(measured),
    },
    {
      title: TITLES[Math.floor(random() * TITLES.length)]!,
      threads,
    },
  );
}

/** Stored pictures have been measured. */
function measured(node: DocumentNode): DocumentNode {
  const { src, pixelWidth } = node.attrs ?? {};
  if (node.type !== 'image' || pixelWidth === null)
    return node.content ? { ...node, content: node.content.map(measured) } : node;
  const [width, height] = sizeOf(String(src));
  return { ...node, attrs: { ...node.attrs, pixelWidth: width, pixelHeight: height } };
}

export const leavingOf = (doc: DocumentNode, more: Partial<LeavingText> = {}): LeavingText => ({
  title: '',
  language: 'cs',
  doc,
  threads: [],
  loadPicture,
  origin: null,
  ...more,
});

function makeThread(size: number, random: () => number): LeavingThread {
  const place = (): number => Math.floor(random() * (size + 1));
  const [from, to] = [place(), place()].toSorted((a, b) => a - b) as [number, number];
  return {
    ranges: random() < 0.2 || from === to ? [] : [{ from, to }],
    quote: random() < 0.5 ? '' : '<script>„Citát“',
    isResolved: random() < 0.3,
    comments: [
      {
        author: 'Jana <b>',
        at: new Date('2026-11-29T10:00:00Z'),
        body:
          random() < 0.2
            ? null
            : {
                type: 'doc',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ano & <i>ne</i>' }] }],
              },
      },
    ],
  };
}
