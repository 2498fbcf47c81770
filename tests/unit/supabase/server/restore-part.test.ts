import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import { project } from '#contract/comparison/parts.ts';
import { abbreviate, expand, restorePartRequest } from '#contract/comparison/restore-part.ts';
import { readDocument, writeDocument } from '#contract/text/yjs-document.ts';
import { forwardChange } from '../../../../supabase/functions/_shared/server/forward-change.ts';
import { staysVisible } from '../../../../supabase/functions/_shared/server/stays-visible.ts';
import { block, doc, p, pairsOfDocuments, text } from '../../../support/document-nodes.ts';

const runs = Number(process.env['SPOLU_RESTORES'] ?? 200);

const openDoc = (nodes: ReturnType<typeof doc>, clientID = 1): Y.Doc => {
  const opened = new Y.Doc();
  opened.clientID = clientID;
  forwardChange(opened, writeDocument(nodes.content ?? []), clientID, []);
  return opened;
};
const copy = (from: Y.Doc, clientID: number): Y.Doc => {
  const other = new Y.Doc();
  other.clientID = clientID;
  Y.applyUpdate(other, Y.encodeStateAsUpdate(from));
  return other;
};
const read = (from: Y.Doc) => readDocument(from.getXmlFragment('default'));

test('a document read from Yjs is the one that was written', () => {
  fc.assert(
    fc.property(pairsOfDocuments, ([one]) => {
      expect(read(openDoc(one))).toEqual(one);
      expect(JSON.parse(JSON.stringify(readDocument(writeDocument(one.content ?? []))))).toEqual(one);
    }),
    { numRuns: runs, seed: 31 },
  );
});

test('an abbreviated text is the text, and only blocks that differ are sent', () => {
  fc.assert(
    fc.property(pairsOfDocuments, ([wanted, seen]) => {
      const sent = JSON.stringify({
        documentId: crypto.randomUUID(),
        seq: 1,
        text: abbreviate(wanted.content ?? [], seen.content ?? []),
      });
      const received = restorePartRequest.parse(JSON.parse(sent));
      expect(expand(received.text, seen)).toEqual(wanted.content);
    }),
    { numRuns: runs, seed: 32 },
  );
  const [one, two, three] = [p('one'), p('two'), p('three')];
  expect(abbreviate([one, two, p('new'), three, three], [one, two, three])).toEqual([
    { from: 0, to: 2 },
    { block: p('new') },
    { from: 2, to: 3 },
    { from: 2, to: 3 },
  ]);
});

test('a short request cannot stand for a text that is larger than a document', () => {
  const seen = doc(...Array.from({ length: 1000 }, (_, at) => p(`a paragraph, number ${at}`)));
  const parts = (count: number, part: { from: number; to: number }) =>
    Array.from({ length: count }, () => part);
  expect(expand(parts(2000, { from: 0, to: 1000 }), seen)).toBeNull();
  expect(expand(parts(2000, { from: 0, to: Number.MAX_SAFE_INTEGER }), seen)).toBeNull();
  expect(expand(parts(100_000, { from: 7, to: 8 }), seen)).toBeNull();
  // Runs that end before they begin make no room for others.
  const backwards = parts(3000, { from: 1000, to: 0 });
  expect(expand([...backwards, ...parts(2000, { from: 0, to: 1000 })], seen)).toBeNull();
  expect(expand(parts(9, { from: 0, to: 1000 }), seen)).toHaveLength(9000);
});

test('any chosen changes are taken back, and what three others type stays', () => {
  const cases = fc.tuple(pairsOfDocuments, fc.infiniteStream(fc.nat(1000)));
  let typedIntoKept = 0;
  fc.assert(
    fc.property(cases, ([[before, after], numbers]) => {
      const next = (below: number): number => numbers.next().value! % below;
      const seen = openDoc(after);
      const { parts, changes } = compareDocuments(before, read(seen));
      const chosen = new Set(changes.map(({ id }) => id).filter(() => next(2) === 1));
      const wanted = project(parts, chosen);
      const others = [2, 3, 4].map((id) => copy(seen, id));
      const change = forwardChange(copy(seen, 5), writeDocument(wanted), 9, []);
      const restored = copy(seen, 6);
      if (change !== null) expect(staysVisible(restored, change, 9)).toBe(true);
      expect(JSON.parse(JSON.stringify(read(restored).content ?? []))).toEqual(wanted);
      const leaves = others.map((other) => typeSomewhere(other, next));
      for (const other of others) Y.applyUpdate(restored, Y.encodeStateAsUpdate(other));
      for (const [at, leaf] of leaves.entries()) {
        if (leaf === null || !isLeafIn(restored, leaf)) continue;
        typedIntoKept += 1;
        expect(restored.getXmlFragment('default').toJSON()).toContain(`<<${at + 2}>>`);
      }
    }),
    { numRuns: runs, seed: 33 },
  );
  expect(typedIntoKept).toBeGreaterThan(runs);
});

/** The id of the text that was typed into. */
function typeSomewhere(typist: Y.Doc, next: (below: number) => number): Y.ID | null {
  const leaves = leavesOf(typist.getXmlFragment('default'));
  const leaf = leaves[next(Math.max(1, leaves.length))];
  leaf?.insert(next(leaf.length + 1), `<<${typist.clientID}>>`, {});
  return leaf?._item?.id ?? null;
}
const leavesOf = (parent: Y.XmlFragment): Y.XmlText[] =>
  parent
    .toArray()
    .flatMap((child) => (child instanceof Y.XmlText ? [child] : leavesOf(child as Y.XmlFragment)));
const isLeafIn = (where: Y.Doc, id: Y.ID): boolean =>
  leavesOf(where.getXmlFragment('default')).some((leaf) => Y.compareIDs(leaf._item!.id, id));

test('text inserted into a deleted paragraph is not visible', () => {
  const seen = openDoc(doc(p('a plan of ours'), p('stays')));
  const change = forwardChange(copy(seen, 2), writeDocument([p('a good plan of ours'), p('stays')]), 9, [])!;
  const present = copy(seen, 3);
  present.getXmlFragment('default').delete(0, 1);
  expect(staysVisible(present, change, 9)).toBe(false);
  expect(staysVisible(copy(seen, 3), change, 9)).toBe(true);
});

test('marks keep their attributes', () => {
  const link = {
    ...text('here'),
    marks: [{ type: 'link', attrs: { href: 'https://a.example', title: null } }],
  };
  const one = doc(block('paragraph', text('see '), link), { type: 'image', attrs: { width: 40, alt: 'á' } });
  expect(read(openDoc(one))).toEqual(one);
});
