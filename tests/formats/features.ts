/** Counts what a text consists of: nodes, marks and their attributes. */
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { readPicture } from '../../src/app/editor/schema/image.ts';

export type Features = ReadonlyMap<string, number>;

export function featuresOf(nodes: readonly DocumentNode[]): Features {
  const counts = new Map<string, number>();
  const count = (name: string, by = 1): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  const visit = (node: DocumentNode): void => {
    const length = node.text?.length ?? 1;
    count(node.type, length);
    for (const [name, value] of Object.entries(node.attrs ?? {}))
      if (value !== null) count(`${node.type}.${name} = ${JSON.stringify(value)}`);
    for (const { type, attrs = {} } of node.marks ?? []) {
      count(type, length);
      for (const [name, value] of Object.entries(attrs))
        if (value !== null) count(`${type}.${name} = ${JSON.stringify(value)}`, length);
    }
    childrenOf(node).forEach(visit);
  };
  nodes.forEach(visit);
  return counts;
}

/** Names of those that differ. */
export const differences = (one: Features, other: Features): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));

/** As a text comes back at best: without the empty line for the caret at its end. */
export function comparableText(nodes: readonly DocumentNode[], mayEnd = true): readonly DocumentNode[] {
  const last = nodes.at(-1);
  const isForCaret =
    mayEnd && nodes.length > 1 && last?.type === 'paragraph' && childrenOf(last).length === 0;
  return (isForCaret ? nodes.slice(0, -1) : nodes).map(comparable);
}

/** A picture is measured again when it is stored. */
function comparable(node: DocumentNode): DocumentNode {
  if (node.type === 'image') {
    const { path, alt, widthPercent } = readPicture(node.attrs ?? {});
    return { type: 'image', attrs: { src: path, alt, width: widthPercent } };
  }
  return node.content ? { ...node, content: node.content.map(comparable) } : node;
}
