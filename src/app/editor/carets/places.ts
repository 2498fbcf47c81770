/** The places of remote carets: under which heading each is, and the way there and back. */
import type { Editor } from '@tiptap/core';
import type { TextPlace } from '../../room/notices.ts';
import type { Places } from '../../room/places.ts';
import { caretPlaces } from '../binding/caret-labels.ts';
import { detailsAround, isHidden, isOpen, openDetails } from '../details/open-details.ts';
import { readOutline } from '../document-tools/read-outline.ts';
import { findPlace, readMiddle, readViewPlace, showViewPlace } from './view-place.ts';

/** Headings and carets change with every keystroke of others; a list of people need not. */
const SETTLE_MS = 300;
/** A caret comes to stand at this part of the window's height. */
const SHOWN_AT = 0.4;

export function createPlaces(editor: Editor): Places {
  return {
    sections: () => sectionsOf(editor),
    subscribe: (listener) => onceSettled(editor, listener),
    show: (clients) => showCaret(editor, clients),
    goTo: (place) => visit(editor, findPlace(editor.view, place)),
    middle: () => readMiddle(editor.view),
    showMiddle: (place) => showMiddle(editor, place),
  };
}

export function sectionsOf({ state }: Editor): ReadonlyMap<number, string | null> {
  const headings = readOutline(state.doc);
  return new Map(
    [...caretPlaces(state)].map(([client, pos]) => [
      client,
      headings.findLast(({ place }) => place <= pos)?.text.trim() ?? null,
    ]),
  );
}

/** Calls the listener a moment after the first of many transactions. Returns how to stop that. */
export function onceSettled(editor: Editor, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, SETTLE_MS);
  };
  editor.on('transaction', later);
  return () => {
    clearTimeout(timer);
    editor.off('transaction', later);
  };
}

/** Scrolls to a caret of one of these clients. Returns the way back. */
export function showCaret(editor: Editor, clients: readonly number[]): (() => void) | null {
  const carets = caretPlaces(editor.view.state);
  return visit(
    editor,
    clients.map((client) => carets.get(client)).find((place) => place !== undefined) ?? null,
  );
}

/** Scrolls to a position. Returns the way back. */
function visit(editor: Editor, pos: number | null): (() => void) | null {
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

function showMiddle(editor: Editor, place: TextPlace): void {
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
