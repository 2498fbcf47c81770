/** Documents as a comparison sees them, by hand and at random. */
import * as fc from 'fast-check';
import { joinText, type DocumentNode } from '#contract/text/document-node.ts';

export const text = (words: string, ...marks: string[]): DocumentNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
export const block = (type: string, ...content: DocumentNode[]): DocumentNode => ({
  type,
  ...(content.length > 0 ? { content } : {}),
});
export const p = (...content: (string | DocumentNode)[]): DocumentNode =>
  block('paragraph', ...content.map((one) => (typeof one === 'string' ? text(one) : one)));
export const doc = (...content: DocumentNode[]): DocumentNode => block('doc', ...content);

/** Words, marks, headings, quotes and lists. */
const words = fc.array(fc.constantFrom('a', 'the', 'plan', 'stays', 'kůň', 'new', '日本', '.'), {
  minLength: 1,
  maxLength: 6,
});
const leaf = fc
  .tuple(words, fc.subarray(['bold', 'italic']))
  .map(([list, marks]) => text(list.join(' '), ...marks));
const paragraph = fc.array(leaf, { maxLength: 3 }).map((leaves) => block('paragraph', ...joinText(leaves)));
const node: fc.Arbitrary<DocumentNode> = fc.letrec<{ node: DocumentNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'node' },
    paragraph,
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), leaf)
      .map(([level, one]) => ({ ...block('heading', one), attrs: { level } })),
    fc.constant({ type: 'horizontalRule' }),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((inner) => block('blockquote', ...inner)),
    fc
      .array(fc.array(tie('node'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
      .map((items) => block('bulletList', ...items.map((item) => block('listItem', ...item)))),
  ),
})).node;
const blocks = fc.array(node, { minLength: 1, maxLength: 6 });

/** Deletes, repeats, moves and replaces some of the blocks. */
const edited = fc
  .tuple(blocks, fc.array(fc.tuple(fc.nat(5), fc.nat(3), node), { maxLength: 4 }))
  .map(([from, edits]) => {
    const to = [...from];
    for (const [place, kind, other] of edits) {
      const at = place % (to.length + 1);
      if (kind === 0) to.splice(at, 1);
      else if (kind === 1) to.splice(at, 0, other);
      else if (kind === 2) to.splice(at, 1, other);
      else to.push(...to.splice(at, 1));
    }
    return [doc(...from), doc(...to)] as const;
  });
export const pairsOfDocuments = fc.oneof(
  edited,
  fc.tuple(blocks, blocks).map(([a, b]) => [doc(...a), doc(...b)] as const),
);
