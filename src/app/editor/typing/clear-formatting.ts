import type { Editor } from '@tiptap/core';

/** Links are content and stay. */
const KEPT_MARKS: ReadonlySet<string> = new Set(['link']);

/** Leaves plain paragraphs without marks and alignment; without a selection, in the block and the next input. */
export function clearFormatting(editor: Editor): boolean {
  const marks = Object.keys(editor.schema.marks).filter((name) => !KEPT_MARKS.has(name));
  // Nodes first: changing them clears the stored marks.
  const chain = editor.chain().focus(undefined, { scrollIntoView: false }).clearNodes();
  for (const name of marks) chain.unsetMark(name);
  return chain.run();
}
