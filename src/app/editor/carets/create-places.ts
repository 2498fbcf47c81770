/** The places of people: under which heading each caret is, and the way there. */
import type { Editor } from '@tiptap/core';
import type { Places } from '../../room/company/places.ts';
import { caretPlaces } from '../binding/caret-labels.ts';
import { readOutline } from '../text/read-outline.ts';
import { keepOnLeash, visit, showCaret } from './scroll-to-place.ts';
import { findPlace, readMiddle } from './view-place.ts';

/** Headings and carets change with every keystroke of others; a list of people need not. */
const SETTLE_MS = 300;

export function createPlaces(editor: Editor): Places {
  return {
    sections: () => sectionsOf(editor),
    subscribe: (listener) => onceSettled(editor, listener),
    show: (clients) => showCaret(editor, clients),
    goTo: (place) => visit(editor, findPlace(editor.view, place)),
    middle: () => readMiddle(editor.view),
    showMiddle: (place) => keepOnLeash(editor, place),
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
