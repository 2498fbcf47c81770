/** The way to a place in the text, and back. */
import type { Editor } from '@tiptap/core';
import type { TextPlace } from '../../room/company/notices.ts';
import { caretPlaces } from '../binding/caret-labels.ts';
import { detailsAround, isHidden, isOpen, openDetails } from '../details/open-details.ts';
import { findPlace, readViewPlace, showViewPlace } from './view-place.ts';

/** A caret comes to stand at this part of the window's height. */
const SHOWN_AT = 0.4;

/** Scrolls to a caret of one of these clients. Returns the way back. */
export function showCaret(editor: Editor, clients: readonly number[]): (() => void) | null {
  const carets = caretPlaces(editor.view.state);
  return visit(
    editor,
    clients.map((client) => carets.get(client)).find((place) => place !== undefined) ?? null,
  );
}

/** Scrolls to a position. Returns the way back. */
export function visit(editor: Editor, pos: number | null): (() => void) | null {
  const { view } = editor;
  if (pos === null) return null;
  const before = readViewPlace(view);
  const beforePx = scrollY;
  showPlace(editor, pos);
  return () => {
    if (before) showViewPlace(view, before);
    else scrollTo({ top: beforePx });
  };
}

/** A follower's window stays while the leader's place is in this part of it: a leash, not a lockstep. */
const LEASH = { from: 0.2, to: 0.8 };

export function keepOnLeash(editor: Editor, place: TextPlace): void {
  const { view } = editor;
  const pos = findPlace(view, place);
  if (pos === null) return;
  const at = isHidden(view.state, pos) ? -1 : view.coordsAtPos(pos).top / innerHeight;
  if (at < LEASH.from || at > LEASH.to) showPlace(editor, pos);
}

/** Opens the sections around a position, and scrolls to it. */
export function showPlace({ view }: Editor, pos: number): void {
  const closed = detailsAround(view.state.doc.resolve(pos)).filter((at) => !isOpen(view.state, at));
  if (closed.length > 0) view.dispatch(openDetails(view.state.tr, ...closed));
  const { node } = view.domAtPos(pos);
  // A wide table scrolls by itself.
  (node instanceof Element ? node : node.parentElement)?.scrollIntoView({
    block: 'nearest',
    inline: 'nearest',
  });
  scrollBy({ top: view.coordsAtPos(pos).top - innerHeight * SHOWN_AT });
}
