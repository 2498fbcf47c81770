import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainTextOf } from '#contract/text/plain-text.ts';
import { fitNodes, type StandIn } from '#contract/comparison/fit-nodes.ts';
import { documentSchema } from '../schema/document-schema.ts';
import { toMarkdown } from '../markdown/to-markdown.ts';
import { readSaved } from './read-saved.ts';

/** A saved state as Markdown; rejects when it cannot be read. */
export async function savedMarkdown(updates: readonly Uint8Array[]): Promise<string> {
  const saved = readSaved(updates);
  if (saved === null) return Promise.reject(new Error('the version cannot be read'));
  const content = fitNodes(childrenOf(saved.text), asText);
  return toMarkdown(documentSchema().nodeFromJSON({ ...saved.text, content }));
}

/** A part that cannot be shown still has its words. */
const asText: StandIn = (node, isInline) => {
  const text = plainTextOf(node).trim();
  if (text === '') return null;
  const words: DocumentNode = { type: 'text', text };
  return isInline ? words : { type: 'paragraph', content: [words] };
};
