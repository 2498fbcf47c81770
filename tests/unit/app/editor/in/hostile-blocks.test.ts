// @vitest-environment jsdom
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { readBlocks } from '../../../../../src/app/editor/in/read-blocks.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { isLink } from '../../../../../src/app/editor/schema/link-address.ts';

const schema = documentSchema();

/** The same for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const TAGS =
  'p h1 h6 ul ol li table tr td th blockquote pre code a img b i s u sub sup mark div span details summary hr br section math svg script style iframe input'.split(
    ' ',
  );
const VALUES = [
  'javascript:alert(1)',
  'https://example.com',
  ' java\tscript:x',
  'data:text/html,a',
  'taskList',
  'callout',
  'blockMath',
  'inlineMath',
  'mention',
  '-5',
  '1e9',
  '99999',
  'x'.repeat(2500),
  'picture:a.png',
  '00000000-0000-0000-0000-000000000000/../../secret.png',
];
const NAMES =
  'href src title alt data-type data-kind data-latex data-src data-id data-label data-width width start colspan rowspan colwidth style class data-checked data-language data-color'.split(
    ' ',
  );

function hostile(roll: (sides: number) => number, depth = 0): string {
  const tag = TAGS[roll(TAGS.length)]!;
  const attributes = Array.from(
    { length: roll(4) },
    () => ` ${NAMES[roll(NAMES.length)]}="${VALUES[roll(VALUES.length)]}"`,
  );
  const children = depth > 6 ? '' : Array.from({ length: roll(4) }, () => hostile(roll, depth + 1)).join('');
  return `<${tag}${attributes.join('')}>${roll(2) ? 'text ' : ''}${children}${roll(5) ? `</${tag}>` : ''}`;
}

const links = (node: DocumentNode): readonly unknown[] => [
  ...(node.marks ?? []).flatMap(({ type, attrs }) =>
    type === 'link' ? [(attrs as { href: unknown }).href] : [],
  ),
  ...(node.content ?? []).flatMap(links),
];

test('no file brings in what the schema or the server refuses, nor a link of another scheme', () => {
  let count = 0;
  for (let seed = 1; seed <= 3; seed += 1) {
    const roll = dice(seed);
    const blocks = Array.from({ length: 2 }, () => hostile(roll));
    for (const source of ['foreign', 'own'] as const) {
      const steps = readBlocks({ blocks, source }, { schema, pictures: new Map(), writeLatex: () => 'x' });
      let step = steps.next();
      while (!step.done) step = steps.next();
      const { nodes } = step.value;
      count += nodes.length;
      if (nodes.length === 0) continue;
      schema.nodeFromJSON({ type: 'doc', content: nodes }).check();
      for (const href of nodes.flatMap(links)) expect(isLink(href as string), `seed ${seed}`).toBe(true);
      const doc = new Y.Doc();
      const written = writeDocument(nodes).toArray();
      doc.getXmlFragment(TEXT_ROOT).insert(0, written.map((one) => one.clone()) as Y.XmlElement[]);
      expect(
        createUpdateGate().judge(Y.encodeStateAsUpdate(doc), 'snapshot'),
        `seed ${seed} ${source}`,
      ).toMatchObject({ kind: 'good' });
    }
  }
  expect(count).toBeGreaterThan(5);
});
