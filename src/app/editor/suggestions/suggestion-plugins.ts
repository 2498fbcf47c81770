import type { Editor } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Plugin, PluginKey, Transaction } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion as makeSuggestions, type SuggestionProps } from '@tiptap/suggestion';
import { shift } from '@floating-ui/dom';
import { separateUndoStep } from '../undo-depth.ts';
import { emojiMenu } from '../emoji/emoji-menu.tsx';
import type { MemberDirectory } from '../mention/member-directory.ts';
import { readSelection } from '../fresh-selection.ts';
import { mentionMenu } from '../mention/mention-menu.tsx';
import { slashMenu } from '../slash-menu/slash-menu.tsx';
import type { Suggestion, SuggestionLabel } from './suggestion-store.ts';
import type { SuggestionSource } from './suggestion-source.ts';

const READY = 'suggestionsReady';

/** Something that is offered by a label of its own. */
export function suggestionPlugin(
  editor: Editor,
  key: PluginKey,
  label: SuggestionLabel,
  members: MemberDirectory,
): Plugin {
  return pluginFor(editor, key, SOURCES[label](members));
}

const SOURCES: Readonly<Record<SuggestionLabel, (members: MemberDirectory) => SuggestionSource>> = {
  'suggestions.blocks': () => slashMenu,
  'suggestions.emoji': emojiMenu,
  'suggestions.members': mentionMenu,
};

function pluginFor(editor: Editor, key: PluginKey, source: SuggestionSource): Plugin {
  const { char, label, find, offer, whenReady } = source;
  const { menu } = editor.storage.suggestions;
  const exit = (): void => exitSuggestion(editor.view, key);
  const show = ({ range, query, mount }: SuggestionProps): void =>
    menu.show({ label, items: offer(query, editor), range, mount, exit });
  whenReady?.(() => {
    if (editor.isDestroyed) return;
    readSelection(editor.view);
    editor.view.dispatch(editor.state.tr.setMeta(READY, true));
  });
  return makeSuggestions({
    pluginKey: key,
    editor,
    char,
    allowSpaces: true,
    findSuggestionMatch: ({ $position }) => {
      const match = editor.isDestroyed ? null : find($position);
      return match && offer(match.query, editor).length > 0 ? match : null;
    },
    shouldShow: ({ transaction }) => isActive(key.getState(editor.state)) || isTyping(transaction),
    floatingUi: { strategy: 'fixed', middleware: [shift({ padding: 8 })] },
    render: () => ({
      onStart: show,
      onUpdate: show,
      onExit: () => menu.close(),
      onKeyDown: ({ event }) => pressKey(editor, event),
    }),
  });
}

const isActive = (state: { readonly active: boolean } | null | undefined): boolean => state?.active === true;

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
