import type { Editor } from '@tiptap/core';
import type { KeyboardEvent } from 'react';

/** `onKeyDown` of a toolbar: Escape returns to the caret. */
export const escapeToText =
  (editor: Editor) =>
  (event: KeyboardEvent): void => {
    // React also propagates events of menus, which are rendered elsewhere in the DOM.
    const inMenu = !(event.target instanceof Node && event.currentTarget.contains(event.target));
    if (event.key !== 'Escape' || inMenu) return;
    event.preventDefault();
    editor.commands.focus(undefined, { scrollIntoView: false });
  };
