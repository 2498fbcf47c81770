import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { cutText } from '#contract/cut-text.ts';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';
import { nodeOf } from '../schema/node-of.ts';

type MathName = 'inlineMath' | 'blockMath';

/** Inserts a formula with the selected text as its source and selects it, which opens its card. */
export function insertMath({ state, view }: Editor, name: MathName): void {
  const { selection, schema, doc, tr } = state;
  const latex = cutText(doc.textBetween(selection.from, selection.to, ' ').trim(), MAX_ATTRIBUTE_CHARS);
  const formula = nodeOf(schema, name).create({ latex });
  tr.replaceSelectionWith(formula, false);
  const place = placeOf(tr.doc, formula);
  if (place === null) return;
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, place)).scrollIntoView());
}

export const canInsertMath = (editor: Editor): boolean => !editor.isActive('codeBlock');

function placeOf(doc: Editor['state']['doc'], formula: Editor['state']['doc']): number | null {
  let place: number | null = null;
  doc.descendants((node, pos) => {
    if (node === formula) place = pos;
    return place === null;
  });
  return place;
}
