import type { Editor } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Plugin, PluginKey, Transaction } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion as makeSuggestions, type SuggestionProps } from '@tiptap/suggestion';
import { shift } from '@floating-ui/dom';
import { separateUndoStep } from '../binding/undo-depth.ts';
import { readSelection } from '../binding/fresh-selection.ts';
import type { Suggestion } from './suggestion-store.ts';
import type { SuggestionSource } from './suggestion-source.ts';

/** The plugin of one suggestion source. */
export function suggestionPlugin(editor: Editor, key: PluginKey, source: SuggestionSource): Plugin {
  const { char, label, find, offer, whenReady } = source;
  const { menu } = editor.storage.suggestions;
  const exit = (): void => exitSuggestion(editor.view, key);
  let shown: SuggestionProps | null = null;
  const show = (props: SuggestionProps): void => {
    shown = props;
    const { range, query, mount } = props;
    menu.show({ label, items: offer(query, editor), range, mount, exit });
  };
  whenReady?.(() => {
    if (editor.isDestroyed || !shown) return;
    readSelection(editor.view);
    // Closes the list if the query can no longer match.
    editor.view.dispatch(editor.state.tr);
    if (shown) show(shown);
  });
  return makeSuggestions({
    pluginKey: key,
    editor,
    char,
    allowSpaces: true,
    findSuggestionMatch: ({ $position }) => {
      const match = editor.isDestroyed ? null : find($position);
      return match && mayOffer(match.query, (query) => offer(query, editor)) ? match : null;
    },
    shouldShow: ({ transaction }) => isActive(key.getState(editor.state)) || isTyping(transaction),
    floatingUi: { strategy: 'fixed', middleware: [shift({ padding: 8 })] },
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => {
        shown = null;
        menu.close();
      },
      onKeyDown: ({ event }) => pressKey(editor, event),
    }),
  });
}

/** A single word without a match may be a typo, so its list stays open; several words are plain text. */
function mayOffer(query: string, offer: (query: string) => readonly Suggestion[] | null): boolean {
  const isFound = (words: string): boolean => offer(words)?.length !== 0;
  const lastSpace = query.lastIndexOf(' ');
  return lastSpace === -1 || isFound(query) || isFound(query.slice(0, lastSpace));
}

const isActive = (state: { readonly active: boolean } | null | undefined): boolean => state?.active === true;

/** Only local typing opens a list: not remote changes, undo, paste or a moved caret. */
function isTyping(transaction: Transaction): boolean {
  return (
    transaction.docChanged && !isChangeOrigin(transaction) && transaction.getMeta('uiEvent') === undefined
  );
}

function pressKey(editor: Editor, event: KeyboardEvent): boolean {
  const { menu } = editor.storage.suggestions;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (!menu.isSeen()) return false;
  const item = menu.active();
  if (event.key === 'Enter' || event.key === 'Tab') {
    if (item) chooseSuggestion(editor, item);
    else menu.read()?.exit();
    return true;
  }
  if (!item || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return false;
  menu.move(event.key === 'ArrowDown' ? 1 : -1);
  return true;
}

/** Replaces the query with the chosen item, in one undo step. */
export function chooseSuggestion(editor: Editor, item: Suggestion): void {
  const { menu } = editor.storage.suggestions;
  const open = menu.read();
  if (!open) return;
  separateUndoStep(editor, () => {
    editor.commands.deleteRange(open.range);
    item.run(editor, menu.actions);
  });
}
