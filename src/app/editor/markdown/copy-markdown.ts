import type { Editor } from '@tiptap/core';

/** What is selected, or the whole text when nothing is. */
export async function markdownOf({ state }: Editor): Promise<string> {
  const { from, to, empty } = state.selection;
  const { toMarkdown } = await import('./to-markdown.ts');
  return toMarkdown(empty ? state.doc : state.doc.cut(from, to));
}
