import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { isTouch } from '../ui/is-touch.ts';

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Pixels: my caret is never scrolled to under the bars at the top of the window and at its foot. */
const SCROLLING = {
  scrollThreshold: { top: 160, right: 0, bottom: 72, left: 0 },
  scrollMargin: { top: 176, right: 5, bottom: 96, left: 5 },
};
/** There the toolbar is at the foot. */
const SCROLLING_BY_TOUCH = {
  scrollThreshold: { top: 68, right: 0, bottom: 112, left: 0 },
  scrollMargin: { top: 84, right: 5, bottom: 128, left: 5 },
};

export function clearOfBars(): EditorProps {
  const sides = isTouch() ? SCROLLING_BY_TOUCH : SCROLLING;
  return { ...sides, handleScrollToSelection: (view) => isClear(view, sides.scrollThreshold) };
}

/**
 * Whether the caret is where nobody has to scroll to it. Otherwise each letter asks every element around it for its
 * place and its style. Of what stands in a block of the document only the window scrolls; a table may, too.
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
