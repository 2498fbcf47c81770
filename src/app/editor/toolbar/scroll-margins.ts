import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { isTouch } from '../../ui/is-touch.ts';

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Pixels. Keeps the caret from under the bars at the top and the foot of the window. */
const SCROLLING = {
  scrollThreshold: { top: 160, right: 0, bottom: 72, left: 0 },
  scrollMargin: { top: 176, right: 5, bottom: 96, left: 5 },
};
/** On touch devices the toolbar is at the foot. */
const SCROLLING_BY_TOUCH = {
  scrollThreshold: { top: 68, right: 0, bottom: 112, left: 0 },
  scrollMargin: { top: 84, right: 5, bottom: 128, left: 5 },
};

export function clearOfBars(): EditorProps {
  const sides = isTouch() ? SCROLLING_BY_TOUCH : SCROLLING;
  return { ...sides, handleScrollToSelection: (view) => isClear(view, sides.scrollThreshold) };
}

/**
 * Whether the caret is in view already. Skips ProseMirror's own check, which reads the layout of every ancestor with
 * each keystroke. Only for top-level blocks, which only the window scrolls; a table can scroll as well.
 */
function isClear(view: EditorView, sides: Sides): boolean {
  const { $head, empty } = view.state.selection;
  if (!empty || $head.depth !== 1 || $head.parent.type.spec.code || !window.visualViewport) return false;
  const caret = view.coordsAtPos($head.pos, 1);
  const { width, height } = window.visualViewport;
  return (
    caret.top >= sides.top &&
    caret.bottom <= height - sides.bottom &&
    caret.left >= sides.left &&
    caret.right <= width - sides.right
  );
}
