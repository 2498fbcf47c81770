/** Stored text as the grammar of documents allows it, for views and copies. */
import { DOC, fittingAttributes, fittingMark, mayContain, TEXT } from '../document-grammar.ts';
import { MARK_NAMES } from '../document-schema.ts';
import { childrenOf, type DocumentNode } from '../text/document-node.ts';

/** Replacement for a node that does not fit; null to leave it out. */
export type StandIn = (node: DocumentNode, isInline: boolean) => DocumentNode | null;

/** Boxes around a node, which the view adds: around a changed one, and around one with comments. */
export const BOX = 'changedBlock';
export const THREAD_BOX = 'commentedBlock';
/** The mark that the view sets on changed text. */
export const CHANGE = 'change';

export function fitNodes(nodes: readonly DocumentNode[], standIn: StandIn, parent = DOC): DocumentNode[] {
  return nodes.flatMap((node) => {
    if (node.type === BOX || node.type === THREAD_BOX)
      return [{ ...node, content: fitNodes(childrenOf(node), standIn, parent) }];
    if (!mayContain(parent, node.type)) {
      const instead = standIn(node, mayContain(parent, TEXT));
      return instead === null ? [] : [instead];
    }
    return [fitNode(node, standIn)];
  });
}

function fitNode({ type, attrs, marks, content, text }: DocumentNode, standIn: StandIn): DocumentNode {
  return {
    type,
    ...(attrs ? { attrs: fittingAttributes(type, attrs) } : {}),
    ...(marks ? { marks: marks.map(fitMark) } : {}),
    ...(content ? { content: fitNodes(content, standIn, type) } : {}),
    ...(text === undefined ? {} : { text }),
  };
}

type Mark = NonNullable<DocumentNode['marks']>[number];

/** A mark that documents do not have is the view's. */
const fitMark = ({ type, attrs }: Mark): Mark =>
  MARK_NAMES.has(type) && attrs
    ? { type, attrs: fittingMark(type, attrs) }
    : { type, ...(attrs ? { attrs } : {}) };
