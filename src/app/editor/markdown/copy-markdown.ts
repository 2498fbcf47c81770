import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';

/** The selection, or the whole text without one. */
export async function markdownOf({ state }: Editor): Promise<string> {
  const { from, to, empty } = state.selection;
  const { toMarkdown } = await import('./to-markdown.ts');
  return toMarkdown(withoutLastLine(empty ? state.doc : state.doc.cut(from, to)));
}

/** The empty line for the caret below a table or another box. */
function withoutLastLine(doc: Node): Node {
  const { lastChild, childCount, content } = doc;
  const isForCaret = childCount > 1 && lastChild?.type.name === 'paragraph' && lastChild.content.size === 0;
  return isForCaret ? doc.copy(content.cut(0, content.size - lastChild.nodeSize)) : doc;
}
