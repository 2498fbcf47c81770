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
import { dice, hostileHtml } from '../../../../support/hostile-html.ts';

const schema = documentSchema();

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
    const blocks = Array.from({ length: 2 }, () => hostileHtml(roll));
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
