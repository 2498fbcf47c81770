import type { Editor } from '@tiptap/core';

/** The selection, or the whole text without one. */
export async function markdownOf({ state }: Editor): Promise<string> {
  const { from, to, empty } = state.selection;
  const { toMarkdown } = await import('./to-markdown.ts');
  return toMarkdown(empty ? state.doc : state.doc.cut(from, to));
}
