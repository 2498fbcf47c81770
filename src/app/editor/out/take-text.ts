import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { TextFormat } from '#contract/text/text-format.ts';
import { writeText } from './write-text.ts';

/** The selection, or the whole text without one. */
export function takeText({ state }: Editor, format: TextFormat): Promise<string> {
  const { from, to, empty } = state.selection;
  return writeText(withoutLastLine(empty ? state.doc : state.doc.cut(from, to)), format);
}

/** The empty line for the caret below a table or another box. */
function withoutLastLine(doc: Node): Node {
  const { lastChild, childCount, content } = doc;
  const isForCaret = childCount > 1 && lastChild?.type.name === 'paragraph' && lastChild.content.size === 0;
  return isForCaret ? doc.copy(content.cut(0, content.size - lastChild.nodeSize)) : doc;
}
