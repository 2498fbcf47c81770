import type { Editor } from '@tiptap/core';
import type { KeyboardEvent } from 'react';

/** For `onKeyDown` of a toolbar: Escape leads back to the text, where the caret is. */
export const escapeToText =
  (editor: Editor) =>
  (event: KeyboardEvent): void => {
    // React passes on what happens in the menus too, although they are elsewhere in the page.
    const inMenu = !(event.target instanceof Node && event.currentTarget.contains(event.target));
    if (event.key !== 'Escape' || inMenu) return;
    event.preventDefault();
    editor.commands.focus(undefined, { scrollIntoView: false });
  };
