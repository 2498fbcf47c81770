import { fitNodes, type StandIn } from '#contract/comparison/fit-nodes.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { documentSchema } from '../schema/document-schema.ts';

export function writeMarkdown(doc: DocumentNode): string {
  const content = withoutLastLine(fitNodes(childrenOf(doc), asText));
  return toMarkdown(documentSchema().nodeFromJSON({ type: 'doc', content }));
}

/** A part that cannot be shown still has its words. */
const asText: StandIn = (node, isInline) => {
  const text = plainText(node).trim();
  if (text === '') return null;
  const words: DocumentNode = { type: 'text', text };
  return isInline ? words : { type: 'paragraph', content: [words] };
};

/** The empty line for the caret below a table or another box. */
function withoutLastLine(blocks: readonly DocumentNode[]): readonly DocumentNode[] {
  const last = blocks.at(-1);
  const isForCaret = blocks.length > 1 && last?.type === 'paragraph' && childrenOf(last).length === 0;
  return isForCaret ? blocks.slice(0, -1) : blocks;
}
