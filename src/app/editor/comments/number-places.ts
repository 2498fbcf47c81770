import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { Decoration } from '@tiptap/pm/view';
import { stepOf } from './highlights.ts';
import { spansOf } from './spans.ts';

/** Numbers threads at the ends of their text, from 1, for notes on paper. Returns those that have text, in its order. */
export function numberPlaces({ state, view }: Editor, ids: ReadonlySet<string>): readonly string[] {
  const ends = endsOf(state).filter(({ id }) => ids.has(id));
  const numbers = ends.map(({ id, at }, index) =>
    Decoration.widget(at, () => drawNumber(index + 1), { id, side: -1 }),
  );
  view.dispatch(stepOf(state.tr, { numbers }));
  return ends.map(({ id }) => id);
}

/** Where the text of each thread ends, in the order of the text. */
export const endsOf = (state: EditorState): readonly { readonly id: string; readonly at: number }[] =>
  spansOf(state).map(({ id, to }) => ({ id, at: endOf(state.doc, to) }));

/** Within the block, if it has text: behind it, the number would be a line of its own. */
const endOf = (doc: Node, to: number): number => {
  const before = doc.resolve(to).nodeBefore;
  return before?.isTextblock ? to - 1 : to;
};

function drawNumber(number: number): HTMLElement {
  const sup = document.createElement('sup');
  sup.className = 'comment-number';
  sup.textContent = String(number);
  sup.setAttribute('aria-hidden', 'true');
  return sup;
}
