import { Extension, type Editor } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { ResolvedPos } from '@tiptap/pm/model';
import { PluginKey, type Plugin, type Transaction } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion as suggestionPlugin, type SuggestionProps } from '@tiptap/suggestion';
import { shift } from '@floating-ui/dom';
import { separateUndoStep } from '../undo-depth.ts';
import { SuggestionStore, type Suggestion, type SuggestionLabel } from './suggestion-store.ts';

declare module '@tiptap/core' {
  interface Storage {
    suggestions: { readonly menu: SuggestionStore };
  }
}

export interface SuggestionMatch {
  /** The sign and what follows it, up to the caret. */
  readonly range: { readonly from: number; readonly to: number };
  readonly text: string;
  /** What follows the sign. */
  readonly query: string;
}

/** Something that is offered for words after a sign. */
export interface SuggestionSource {
  /** The sign. */
  readonly char: string;
  readonly label: SuggestionLabel;
  /** The words that the caret follows; null where they mean something else. */
  readonly find: ($position: ResolvedPos) => SuggestionMatch | null;
  readonly offer: (query: string, editor: Editor) => readonly Suggestion[];
  /** For what is fetched only when it is needed: calls back when more can be offered. */
  readonly whenReady?: (ready: () => void) => void;
}

const READY = 'suggestionsReady';

/** What is offered stands in the storage; `SuggestionList` shows it. */
export const suggestions = (sources: readonly SuggestionSource[]) =>
  Extension.create({
    name: 'suggestions',
    // Before the keys of lists and blocks.
    priority: 200,
    addStorage: () => ({ menu: new SuggestionStore() }),
    addProseMirrorPlugins() {
      return sources.map((source) => pluginFor(this.editor, source));
    },
  });

function pluginFor(editor: Editor, { char, label, find, offer, whenReady }: SuggestionSource): Plugin {
  const key = new PluginKey<{ readonly active: boolean }>(label);
  const { menu } = editor.storage.suggestions;
  const exit = (): void => exitSuggestion(editor.view, key);
  const show = ({ range, query, mount }: SuggestionProps): void =>
    menu.show({ label, items: offer(query, editor), range, mount, exit });
  whenReady?.(() => {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(READY, true));
  });
  return suggestionPlugin({
    pluginKey: key,
    editor,
    char,
    allowSpaces: true,
    findSuggestionMatch: ({ $position }) => {
      const match = editor.isDestroyed ? null : find($position);
      return match && offer(match.query, editor).length > 0 ? match : null;
    },
    shouldShow: ({ transaction }) => key.getState(editor.state)?.active === true || isTyping(transaction),
    floatingUi: { strategy: 'fixed', middleware: [shift({ padding: 8 })] },
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => menu.close(),
      onKeyDown: ({ event }) => pressKey(editor, event),
    }),
  });
}

/** Neither others nor undo open it, nor a paste, nor the caret that comes to words written earlier. */
function isTyping(transaction: Transaction): boolean {
  if (transaction.getMeta(READY) === true) return true;
  return (
    transaction.docChanged && !isChangeOrigin(transaction) && transaction.getMeta('uiEvent') === undefined
  );
}

function pressKey(editor: Editor, event: KeyboardEvent): boolean {
  const { menu } = editor.storage.suggestions;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const item = menu.active();
  if (!item) return false;
  if (event.key === 'ArrowDown') menu.move(1);
  else if (event.key === 'ArrowUp') menu.move(-1);
  else if (event.key === 'Enter' || event.key === 'Tab') chooseSuggestion(editor, item);
  else return false;
  return true;
}

/** The typed words go and what was chosen comes, in one step of undo. */
export function chooseSuggestion(editor: Editor, item: Suggestion): void {
  const { menu } = editor.storage.suggestions;
  const open = menu.read();
  if (!open) return;
  separateUndoStep(editor, () => {
    editor.commands.deleteRange(open.range);
    item.run(editor, menu.actions);
  });
}
