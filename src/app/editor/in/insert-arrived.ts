import type { Editor } from '@tiptap/core';
import { Slice, type Fragment, type Node } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';
import type { DocumentNode } from '#contract/text/document-node.ts';

export interface Arrivals {
  /** Puts the caret at a place on the screen; remote changes move it like the user's own. */
  readonly placeCaret: (left: number, top: number) => void;
  /** As one step of undo. False when the text does not fit into the document. */
  readonly insert: (nodes: readonly DocumentNode[]) => boolean;
}

/** Texts of files that come into an open document. */
export const takeArrivals = ({ view, state: { schema } }: Editor): Arrivals => ({
  placeCaret: (left, top) => {
    const found = view.posAtCoords({ left, top });
    const { doc, tr } = view.state;
    if (found) view.dispatch(tr.setSelection(Selection.near(doc.resolve(found.pos))));
  },
  insert: (nodes) => {
    const blocks: Node = schema.nodeFromJSON({ type: 'doc', content: nodes });
    const { doc, tr } = view.state;
    view.dispatch(insertBlocks(tr, blocks.content).scrollIntoView());
    view.focus();
    return !view.state.doc.eq(doc);
  },
});

/** Replaces what is selected. A caret within a text is no place for a file, which goes behind that block. */
export function insertBlocks(tr: Transaction, blocks: Fragment): Transaction {
  const { $from, empty } = tr.selection;
  const { parent, parentOffset, depth } = $from;
  if (!empty || depth === 0 || parent.content.size === 0) return tr.replaceSelection(new Slice(blocks, 0, 0));
  return tr.insert(parentOffset === 0 ? $from.before() : $from.after(), blocks);
}
