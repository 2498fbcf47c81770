import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { readOutline } from '../text/read-outline.ts';

/** The headings of the text in their order, and how to go to one. */
export interface Headings {
  readonly items: readonly { readonly level: number; readonly text: string }[];
  readonly goTo: (index: number) => void;
}

export const takeHeadings = (editor: Editor): Headings => ({
  items: readOutline(editor.state.doc),
  goTo: (index) => goToHeading(editor, index),
});

/** Puts the caret at the start of a heading. */
export function goToHeading({ view }: Editor, index: number): void {
  const place = readOutline(view.state.doc)[index]?.place;
  if (place === undefined) return;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place)));
  view.focus();
  const { node } = view.domAtPos(place);
  const heading = node instanceof Element ? node : node.parentElement;
  heading?.scrollIntoView({ block: 'start' });
}
