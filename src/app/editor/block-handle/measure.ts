import type { EditorView } from '@tiptap/pm/view';
import type { Blocks } from './block-commands.ts';
import type { BoxOf } from './blocks-at.ts';

export const boxIn =
  (view: EditorView): BoxOf =>
  (pos) => {
    const rect = rectOf(view, pos);
    return rect && rect.height > 0 ? rect : null;
  };

function rectOf(view: EditorView, pos: number): DOMRect | null {
  const dom = view.nodeDOM(pos);
  return dom instanceof Element ? dom.getBoundingClientRect() : null;
}

/** Height of the middle of the first line. */
export function middleOfFirstLine(view: EditorView, { from, to }: Blocks): number {
  const first = view.state.doc.nodeAt(from);
  // Beside a table's first line is its row handle.
  if (first?.type.name === 'table') return (rectOf(view, from)?.top ?? 0) - 6;
  let line: number | null = null;
  view.state.doc.nodesBetween(from, to, (node, pos) => {
    if (line === null && node.isTextblock) line = pos + 1;
    return line === null;
  });
  const box = line === null ? rectOf(view, from) : view.coordsAtPos(line);
  if (!box) return 0;
  // Images have the handle at their top.
  return Math.min((box.top + box.bottom) / 2, box.top + 18);
}

export interface Line {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

/** Between the blocks before and after a position. */
export function lineAt(view: EditorView, place: number): Line | null {
  const { nodeBefore, nodeAfter } = view.state.doc.resolve(place);
  const before = nodeBefore && rectOf(view, place - nodeBefore.nodeSize);
  const after = nodeAfter && rectOf(view, place);
  const beside = after ?? before;
  if (!beside) return null;
  const [bottom, top] = [before?.bottom ?? beside.top - 8, after?.top ?? beside.bottom + 8];
  return { top: (bottom + top) / 2, left: beside.left, width: beside.width };
}

/** The box around all blocks. */
export function frameOf(view: EditorView, { from, to }: Blocks): { top: number; height: number } {
  const last = view.state.doc.resolve(to).nodeBefore;
  const top = rectOf(view, from)?.top ?? 0;
  const bottom = rectOf(view, to - (last?.nodeSize ?? 0))?.bottom ?? top;
  return { top, height: bottom - top };
}
