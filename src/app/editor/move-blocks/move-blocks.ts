import type { Editor } from '@tiptap/core';
import { Fragment, NodeRange, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { separateUndoStep } from '../binding/undo-depth.ts';

/** Blocks whose children do not move on their own; these move as a whole. */
const WHOLE = new Set(['listItem', 'taskItem', 'details', 'table', 'tableRow', 'tableCell', 'tableHeader']);
/** Lists by the type of their items. */
const ITEMS: Readonly<Record<string, string>> = {
  bulletList: 'listItem',
  orderedList: 'listItem',
  taskList: 'taskItem',
};

const holdsBlocks = ({ type, inlineContent }: Node): boolean => !inlineContent && !WHOLE.has(type.name);

/** The blocks between two positions that move together; a list with all its items among them counts as one. */
export function movableBlocks($from: ResolvedPos, $to: ResolvedPos = $from): NodeRange | null {
  const range = $from.blockRange($to, holdsBlocks);
  if (!range) return null;
  const isWholeList =
    range.parent.type.name in ITEMS && range.endIndex - range.startIndex === range.parent.childCount;
  if (!isWholeList || !holdsBlocks($from.node(range.depth - 1))) return range;
  return $from.blockRange($to, (parent) => holdsBlocks(parent) && !(parent.type.name in ITEMS));
}

/** Like `movableBlocks`, but an only child is moved with its parent: a quotation with its only paragraph. */
export function wholeBlocks($from: ResolvedPos, $to: ResolvedPos = $from): NodeRange | null {
  const range = movableBlocks($from, $to);
  if (!range) return null;
  let { depth } = range;
  const isAll = (): boolean =>
    range.$from.index(depth) === 0 && range.$to.indexAfter(depth) === range.$from.node(depth).childCount;
  while (depth > 0 && isAll() && holdsBlocks(range.$from.node(depth - 1))) depth -= 1;
  return new NodeRange(range.$from, range.$to, depth);
}

/** The blocks between two positions at block boundaries; null when the positions no longer are. */
export function blocksBetween(doc: Node, from: number, to: number): NodeRange | null {
  if (from >= to) return null;
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  return $from.sameParent($to) && holdsBlocks($from.parent) ? new NodeRange($from, $to, $from.depth) : null;
}

/** Moves blocks up (-1) or down (1), at an edge out of their parent; false when they cannot move. */
export function moveBlocksBy(editor: Editor, by: -1 | 1): boolean {
  const { $from, $to } = editor.state.selection;
  const range = movableBlocks($from, $to);
  if (!range) return false;
  const target = by < 0 ? placeBefore(range) : placeAfter(range);
  return target !== null && moveBlocks(editor, range, target);
}

function placeBefore({ $from, depth, start, startIndex, parent }: NodeRange): number | null {
  if (startIndex === 0) return outside($from, depth, (place) => $from.before(place));
  const next = parent.child(startIndex - 1);
  return joins(parent.child(startIndex), next) ? start - 1 : start - next.nodeSize;
}

function placeAfter({ $from, depth, end, endIndex, parent }: NodeRange): number | null {
  if (endIndex === parent.childCount) return outside($from, depth, (place) => $from.after(place));
  const next = parent.child(endIndex);
  return joins(parent.child(endIndex - 1), next) ? end + 1 : end + next.nodeSize;
}

/** A list moves into an adjacent one of its kind instead of past it. */
const joins = (moved: Node, next: Node): boolean => moved.type.name in ITEMS && moved.type === next.type;

function outside($from: ResolvedPos, depth: number, edge: (depth: number) => number): number | null {
  for (let place = depth; place > 0; place -= 1) {
    if (holdsBlocks($from.node(place - 1))) return edge(place);
  }
  return null;
}

/**
 * Moves blocks to a position between two blocks, as one undo step; false when they do not fit there. Inserts before it
 * deletes, as two changes. As one change, the binding would rewrite each paragraph between, and remote input would
 * land in the wrong one.
 */
export function moveBlocks(editor: Editor, range: NodeRange, target: number): boolean {
  const { selection } = editor.state;
  const { start, end } = range;
  const moved = movedTo(editor.state.doc, range, target);
  if (moved === null) return false;
  separateUndoStep(editor, () => {
    const put = editor.state.tr.insert(target, moved.content);
    editor.view.dispatch(put);
    const from = put.mapping.map(start);
    const taken = emptied(editor.state.doc.resolve(from), put.mapping.map(end, -1));
    const take = editor.state.tr.delete(taken.from, taken.to);
    const at = take.mapping.map(target) + moved.depth - start;
    select(take, selection, at);
    editor.view.dispatch(take.scrollIntoView());
  });
  return true;
}

export const canMoveBlocks = (doc: Node, range: NodeRange, target: number): boolean =>
  movedTo(doc, range, target) !== null;

function movedTo(doc: Node, { start, end, parent }: NodeRange, target: number): Moved | null {
  if (target >= start && target <= end) return null;
  return fit(copyBlocks(doc, start, end), parent, doc.resolve(target));
}

/** Copies of the blocks. With the same nodes, the binding would confuse old and new and rewrite the blocks between. */
export function copyBlocks(doc: Node, start: number, end: number): Fragment {
  const copy = ({ type, attrs, content, marks }: Node): Node => type.create(attrs, content, marks);
  return Fragment.from(doc.slice(start, end).content.content.map(copy));
}

interface Moved {
  readonly content: Fragment;
  /** Number of nodes that wrap the blocks in addition to before. */
  readonly depth: number;
}

/** The blocks in the form that fits a position: as items in a list, or as a list outside of one. */
function fit(content: Fragment, from: Node, $target: ResolvedPos): Moved | null {
  const { parent } = $target;
  if (WHOLE.has(parent.type.name) || parent.inlineContent) return null;
  const index = $target.index();
  const allows = (moved: Moved): boolean => parent.canReplace(index, index, moved.content);
  const item = parent.type.schema.nodes[ITEMS[parent.type.name] ?? ''];
  const choices: Moved[] = [{ content, depth: 0 }];
  if (from.type.name in ITEMS) choices.push({ content: Fragment.from(from.copy(content)), depth: 1 });
  if (item) {
    const isList = content.firstChild !== null && content.firstChild.type.name in ITEMS;
    const blocks = isList ? content.firstChild.content : content;
    const asItems = blocks.content.map((block) => {
      const isItem = Object.values(ITEMS).includes(block.type.name);
      return item.createChecked(null, isItem ? block.content : block);
    });
    choices.push({ content: Fragment.from(asItems), depth: isList ? -1 : 1 });
  }
  return choices.find(allows) ?? null;
}

/** Extends the range to parents that would be left empty. */
export function emptied($from: ResolvedPos, end: number): { from: number; to: number } {
  let [from, to] = [$from.pos, end];
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (from > $from.start(depth) || to < $from.end(depth)) break;
    if ($from.node(depth).type.name === 'detailsContent') break;
    [from, to] = [$from.before(depth), $from.after(depth)];
  }
  return { from, to };
}

export function select(tr: Transaction, before: Selection, by: number): void {
  const [anchor, head] = [before.anchor + by, before.head + by];
  if (head < 0 || Math.max(anchor, head) > tr.doc.content.size) return;
  if (before instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, anchor));
  else if (before instanceof TextSelection) tr.setSelection(TextSelection.create(tr.doc, anchor, head));
}
