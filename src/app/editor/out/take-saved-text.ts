import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import type { TextFormat } from '#contract/text/text-format.ts';
import { fitNodes, type StandIn } from '#contract/comparison/fit-nodes.ts';
import { documentSchema } from '../schema/document-schema.ts';
import { readSaved } from '../preview/read-saved.ts';
import { writeText } from './write-text.ts';

/** The text of a saved state; rejects when it cannot be read. */
export async function takeSavedText(updates: readonly Uint8Array[], format: TextFormat): Promise<string> {
  const saved = readSaved(updates);
  if (saved === null) return Promise.reject(new Error('the version cannot be read'));
  const content = fitNodes(childrenOf(saved.text), asText);
  return writeText(documentSchema().nodeFromJSON({ ...saved.text, content }), format);
}

/** A part that cannot be shown still has its words. */
const asText: StandIn = (node, isInline) => {
  const text = plainText(node).trim();
  if (text === '') return null;
  const words: DocumentNode = { type: 'text', text };
  return isInline ? words : { type: 'paragraph', content: [words] };
};
