import type { Editor } from '@tiptap/core';
import { Fragment, type Node, type NodeRange, type ResolvedPos } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { nodeOf } from '../schema/node-of.ts';
import { openDetails } from './open-details.ts';

/** The details around a position. */
export interface DetailsAround {
  readonly node: Node;
  /** Position before the node. */
  readonly pos: number;
  readonly depth: number;
}

export function findDetails($place: ResolvedPos): DetailsAround | null {
  for (let depth = $place.depth; depth > 0; depth -= 1) {
    const node = $place.node(depth);
    if (node.type.name === 'details') return { node, pos: $place.before(depth), depth };
  }
  return null;
}

/** Position at the start of the content, inside it. */
export const contentStart = ({ node, pos }: Pick<DetailsAround, 'node' | 'pos'>): number =>
  pos + 1 + (node.firstChild?.nodeSize ?? 0) + 1;

export function toggleDetails(editor: Editor): void {
  const tr = findDetails(editor.state.selection.$from)
    ? unwrapDetails(editor.state)
    : wrapInDetails(editor.state);
  if (!tr) return;
  editor.view.dispatch(tr.scrollIntoView());
  editor.commands.focus(undefined, { scrollIntoView: false });
}

export const canToggleDetails = ({ state }: Editor): boolean =>
  findDetails(state.selection.$from) !== null || findBlocks(state) !== null;

/** The selected blocks, if details may replace them. */
function findBlocks({ schema, selection }: EditorState): NodeRange | null {
  const range = selection.$from.blockRange(selection.$to);
  const fits = range?.parent.canReplaceWith(range.startIndex, range.endIndex, nodeOf(schema, 'details'));
  return range && fits === true ? range : null;
}

/** A single line becomes the summary, several blocks the content. Null where details are not allowed. */
function wrapInDetails(state: EditorState): Transaction | null {
  const { schema, selection, tr } = state;
  const range = findBlocks(state);
  if (!range) return null;
  const blocks = range.parent.children.slice(range.startIndex, range.endIndex);
  const [first] = blocks;
  const isLine = blocks.length === 1 && first?.isTextblock === true && first.type.spec.code !== true;
  const inside = isLine ? nodeOf(schema, 'paragraph').create() : blocks;
  const details = nodeOf(schema, 'details').createChecked(null, [
    nodeOf(schema, 'detailsSummary').create(null, isLine ? first.content : null),
    nodeOf(schema, 'detailsContent').createChecked(null, inside),
  ]);
  tr.replaceWith(range.start, range.end, details);
  const caret = range.start + 2 + (isLine ? selection.$head.parentOffset : 0);
  return openDetails(tr.setSelection(TextSelection.create(tr.doc, caret)), range.start);
}

/** Replaces details by their content, with the summary as a paragraph above it. */
export function unwrapDetails({ schema, selection, tr }: EditorState): Transaction | null {
  const { $head } = selection;
  const around = findDetails($head);
  const [summary, content] = around?.node.children ?? [];
  if (!around || !summary || !content) return null;
  const keepsSummary = summary.childCount > 0 || content.childCount === 0;
  const title = keepsSummary ? [nodeOf(schema, 'paragraph').create(null, summary.content)] : [];
  const blocks = Fragment.from([...title, ...content.children]);
  const parent = $head.node(around.depth - 1);
  const index = $head.index(around.depth - 1);
  if (!parent.canReplace(index, index + 1, blocks)) return null;
  const isInSummary = $head.index(around.depth) === 0;
  const before = keepsSummary ? summary.nodeSize : 0;
  const caret = isInSummary
    ? around.pos + 1 + (keepsSummary ? $head.parentOffset : 0)
    : around.pos + before + ($head.pos - contentStart(around));
  tr.replaceWith(around.pos, around.pos + around.node.nodeSize, blocks);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(caret)));
}
