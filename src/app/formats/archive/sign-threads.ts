import { threadSign, WHOLE_BLOCKS } from '#contract/formats/arriving-text.ts';
import { isInline, joinText, type DocumentNode } from '#contract/text/document-node.ts';
import { threadsAt, withoutThreads } from './leaving-threads.ts';

/** Sets signs before the first and behind the last part of each thread, which has its mark. */
export function signThreads(
  nodes: readonly DocumentNode[],
  signs: ReadonlyMap<string, string>,
): readonly DocumentNode[] {
  const edges = new Map<string, { readonly first: DocumentNode; last: DocumentNode }>();
  const look = (node: DocumentNode): void => {
    if (isSigned(node))
      for (const id of threadsAt(node)) {
        const known = edges.get(id);
        if (known) known.last = node;
        else edges.set(id, { first: node, last: node });
      }
    node.content?.forEach(look);
  };
  nodes.forEach(look);
  const signsAt = (node: DocumentNode, side: 'first' | 'last'): string =>
    threadsAt(node)
      .filter((id) => edges.get(id)?.[side] === node)
      .map((id) => threadSign(signs.get(id)!, side === 'first' ? 'start' : 'end'))
      .join('');
  const sign = (node: DocumentNode): DocumentNode[] => {
    const { content, ...bare } = withoutThreads(node);
    const own = content ? { ...bare, content: joinText(content.flatMap(sign)) } : bare;
    if (!isSigned(node)) return [own];
    const [before, behind] = [signsAt(node, 'first'), signsAt(node, 'last')];
    if (node.text !== undefined) return [{ ...own, text: before + node.text + behind }];
    return [...beside(node, before), own, ...beside(node, behind)];
  };
  return nodes.flatMap(sign);
}

/** Text, an inline node, or a block that threads may stand at. */
const isSigned = (node: DocumentNode): boolean => isInline(node) || WHOLE_BLOCKS.has(node.type);

function beside(node: DocumentNode, text: string): DocumentNode[] {
  if (text === '') return [];
  const words: DocumentNode = { type: 'text', text };
  return [isInline(node) ? words : { type: 'paragraph', content: [words] }];
}
