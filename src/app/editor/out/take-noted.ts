import type { Editor } from '@tiptap/core';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeNotes, type MarkedText } from './write-notes.ts';
import type { Notes } from './notes.ts';
import { withWords } from './take-text.ts';
import { markNotes } from './mark-notes.ts';

/** The selection, or the whole text without one, as Markdown with those of the notes that stand in it. */
export function takeNoted({ state }: Editor, notes: Notes): string {
  const marked = markNotes(state.doc, notes.notes);
  const { from, to, empty } = state.selection;
  // A note that ends where the selection begins is not in it; one that ends with it is.
  const doc = empty ? marked.doc : marked.doc.cut(marked.mapping.map(from, 1), marked.mapping.map(to, 1));
  const text: MarkedText = { doc: withWords(doc.toJSON() as DocumentNode), isWhole: empty };
  return writeNotes(text, notes);
}
