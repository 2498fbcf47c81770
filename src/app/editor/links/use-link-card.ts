import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { useCallback, useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { isApple } from '../../ui/shortcut-label.ts';
import { linkAtCaret, moveCaretInto, openLink } from './link-at-caret.ts';

/** `looking` keeps the focus in the text, so that a click on a link does not interrupt typing. */
export type LinkCardState = 'closed' | 'looking' | 'editing';

export interface LinkCardControl {
  readonly state: LinkCardState;
  readonly edit: () => void;
  readonly close: () => void;
  /** True when the key is handled. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly onClick: (event: MouseEvent) => void;
}

/** Opens and closes the link card, and opens links. */
export function useLinkCard(editor: Editor): LinkCardControl {
  const [state, change] = useState<LinkCardState>('closed');
  const edit = useCallback(() => change('editing'), []);
  const close = useCallback(() => change('closed'), []);

  useEffect(() => {
    if (state !== 'looking') return undefined;
    const closeWhenTyping = ({ transaction }: { transaction: Transaction }): void => {
      const mine = transaction.getMeta(ySyncPluginKey) === undefined;
      if (mine && (transaction.docChanged || linkAtCaret(editor) === null)) close();
    };
    editor.on('transaction', closeWhenTyping);
    return () => void editor.off('transaction', closeWhenTyping);
  }, [editor, state, close]);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    // Without a selection, the same keys find a document; see docs/decisions/0064.
    const opensCard = isLinkShortcut(event) && !editor.isActive('codeBlock') && isAtLink(editor);
    if (opensCard) edit();
    const opensLink =
      event.altKey && !event.shiftKey && event.key === 'Enter' && openLink(linkAtCaret(editor));
    if (state === 'looking' && event.key === 'Escape') close();
    if (opensCard || opensLink) event.preventDefault();
    return opensCard || opensLink;
  };

  const onClick = (event: MouseEvent): void => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (!anchor || !editor.view.dom.contains(anchor) || !editor.isEditable) return;
    event.preventDefault();
    if (hasMod(event)) openLink(anchor.getAttribute('href'));
    else if (editor.state.selection.empty) {
      moveCaretInto(editor, anchor);
      change('looking');
    }
  };

  return { state, edit, close, onKeyDown, onClick };
}

// On a Mac, Control+click is a right click and Control+K deletes to the end of the line.
const hasMod = ({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }): boolean =>
  isApple(navigator.platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;

const isLinkShortcut = (event: KeyboardEvent): boolean =>
  hasMod(event) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';

/** There is text to link, or a link to edit. */
const isAtLink = (editor: Editor): boolean => !editor.state.selection.empty || linkAtCaret(editor) !== null;
