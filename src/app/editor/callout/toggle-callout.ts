import type { Editor } from '@tiptap/core';
import { readKind, type CalloutKind } from '../schema/callout-kinds.ts';

/** Wraps the selected blocks in a callout, changes its kind, or lifts them out when it has that kind already. */
export function toggleCallout(editor: Editor, kind: CalloutKind): void {
  const chain = editor.chain().focus(undefined, { scrollIntoView: false });
  const present = editor.isActive('callout') ? readKind(editor.getAttributes('callout')['kind']) : null;
  if (present === null) chain.wrapIn('callout', { kind }).run();
  else if (present === kind) chain.lift('callout').run();
  else chain.updateAttributes('callout', { kind }).run();
}
