import type { Editor } from '@tiptap/core';

/** Links are content and stay. */
const KEPT_MARKS: ReadonlySet<string> = new Set(['link']);

/** Plain paragraphs without marks and alignment. Without a selection, of the block and of what is typed next. */
export function clearFormatting(editor: Editor): boolean {
  const marks = Object.keys(editor.schema.marks).filter((name) => !KEPT_MARKS.has(name));
  // The nodes first: changing them forgets what was to be typed plain.
  const chain = editor.chain().focus(undefined, { scrollIntoView: false }).clearNodes();
  for (const name of marks) chain.unsetMark(name);
  return chain.run();
}
