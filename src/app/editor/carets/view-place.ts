/** What a window shows, as a place of the text: it stays when others change the text, and fits any width. */
import type { EditorView } from '@tiptap/pm/view';
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap';
import type * as Y from 'yjs';

export interface ViewPlace {
  readonly position: Y.RelativePosition;
  /** Its distance to the top of the window, in pixels. */
  readonly topPx: number;
}

/** Below the bars at the top. */
const READ_AT_PX = 150;

interface Shared {
  readonly type: Y.XmlFragment;
  readonly doc: Y.Doc;
  readonly binding: { readonly mapping: Map<Y.AbstractType<unknown>, unknown> } | null;
}

/** Null while the text is not in view, or only its end is. */
export function readViewPlace(view: EditorView): ViewPlace | null {
  const { left, top, bottom } = view.dom.getBoundingClientRect();
  if (bottom < READ_AT_PX) return null;
  const found = view.posAtCoords({ left: left + 1, top: Math.max(top + 1, READ_AT_PX) });
  const { type, binding } = ySyncPluginKey.getState(view.state) as Shared;
  if (!found || !binding) return null;
  return {
    position: absolutePositionToRelativePosition(
      found.pos,
      type,
      binding.mapping as never,
    ) as Y.RelativePosition,
    topPx: view.coordsAtPos(found.pos).top,
  };
}

export function showViewPlace(view: EditorView, { position, topPx }: ViewPlace): void {
  const { type, doc, binding } = ySyncPluginKey.getState(view.state) as Shared;
  const pos: number | null =
    binding && relativePositionToAbsolutePosition(doc, type, position, binding.mapping as never);
  if (pos !== null) scrollBy({ top: view.coordsAtPos(pos).top - topPx });
}
