/** Scroll position of a window, as a place in the text: it survives remote changes, and fits any width. */
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { TextPlace } from '../../room/company/notices.ts';
import { toAbsolute, toRelative } from '../binding/positions.ts';

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
  const { type, doc, binding } = ySyncPluginKey.getState(view.state) as Shared;
  if (!found || !binding) return null;
  return {
    position: toRelative(found.pos, { doc, type, mapping: binding.mapping as never }),
    topPx: view.coordsAtPos(found.pos).top,
  };
}

export function showViewPlace(view: EditorView, { position, topPx }: ViewPlace): void {
  const { type, doc, binding } = ySyncPluginKey.getState(view.state) as Shared;
  const pos: number | null =
    binding && toAbsolute(position, { doc, type, mapping: binding.mapping as never });
  if (pos !== null) scrollBy({ top: view.coordsAtPos(pos).top - topPx });
}

/** This part of the window's height is its middle. */
const MIDDLE = 0.4;

/** The place in the middle of the window, as others can find it in theirs; null while no text is there. */
export function readMiddle(view: EditorView): TextPlace | null {
  const { left, top, bottom, height } = view.dom.getBoundingClientRect();
  if (height === 0) return null;
  const middlePx = Math.min(Math.max(innerHeight * MIDDLE, top + 1), bottom - 1);
  const found = view.posAtCoords({ left: left + 1, top: middlePx });
  const { type, doc, binding } = ySyncPluginKey.getState(view.state) as Shared;
  if (!found || !binding) return null;
  const position = toRelative(found.pos, { doc, type, mapping: binding.mapping as never });
  return Y.relativePositionToJSON(position) as TextPlace;
}

/** Null when the text no longer has it. */
export function findPlace(view: EditorView, place: TextPlace): number | null {
  const { type, doc, binding } = ySyncPluginKey.getState(view.state) as Shared;
  const position = Y.createRelativePositionFromJSON(place);
  return binding && toAbsolute(position, { doc, type, mapping: binding.mapping as never });
}
