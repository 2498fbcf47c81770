import { Extension, type Editor } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { PluginKey, type Transaction } from '@tiptap/pm/state';
import { exitSuggestion, Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import { shift } from '@floating-ui/dom';
import { separateUndoStep } from '../undo-depth.ts';
import { findSlash } from './find-slash.ts';
import { findSlashItems, type SlashItem } from './slash-items.ts';
import { SlashMenuStore } from './slash-menu-store.ts';

declare module '@tiptap/core' {
  interface Storage {
    slashMenu: { readonly menu: SlashMenuStore };
  }
}

const key = new PluginKey<{ readonly active: boolean }>('slashMenu');

/** Blocks by their names, after a typed `/`. What is offered stands in the storage; `SlashMenuList` shows it. */
export const SlashMenu = Extension.create({
  name: 'slashMenu',
  // Before the keys of lists and blocks.
  priority: 200,
  addStorage: () => ({ menu: new SlashMenuStore() }),
  addProseMirrorPlugins() {
    const { editor } = this;
    const { menu } = editor.storage.slashMenu;
    const show = ({ range, query, mount }: SuggestionProps): void =>
      menu.show(
        findSlashItems(query).filter((item) => item.isAvailable?.(editor) ?? true),
        range,
        mount,
      );
    return [
      Suggestion({
        pluginKey: key,
        editor,
        char: '/',
        allowSpaces: true,
        findSuggestionMatch: ({ $position }) => {
          const match = findSlash($position);
          return match && findSlashItems(match.query).length > 0 ? match : null;
        },
        shouldShow: ({ transaction }) => key.getState(editor.state)?.active === true || isTyping(transaction),
        floatingUi: { strategy: 'fixed', middleware: [shift({ padding: 8 })] },
        render: () => ({
          onStart: show,
          onUpdate: show,
          onExit: () => menu.close(),
          onKeyDown: ({ event }) => pressKey(editor, event),
        }),
      }),
    ];
  },
});

/** Neither others nor undo open it, nor a paste, nor the caret that comes to a slash written earlier. */
function isTyping(transaction: Transaction): boolean {
  return (
    transaction.docChanged && !isChangeOrigin(transaction) && transaction.getMeta('uiEvent') === undefined
  );
}

function pressKey(editor: Editor, event: KeyboardEvent): boolean {
  const { menu } = editor.storage.slashMenu;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const item = menu.active();
  if (!item) return false;
  if (event.key === 'ArrowDown') menu.move(1);
  else if (event.key === 'ArrowUp') menu.move(-1);
  else if (event.key === 'Enter' || event.key === 'Tab') chooseSlashItem(editor, item);
  else return false;
  return true;
}

/** The typed words go and the block comes, in one step of undo. */
export function chooseSlashItem(editor: Editor, item: SlashItem): void {
  const { menu } = editor.storage.slashMenu;
  const open = menu.read();
  if (!open) return;
  separateUndoStep(editor, () => {
    editor.commands.deleteRange(open.range);
    item.run(editor, menu.actions);
  });
}

export function closeSlashMenu(editor: Editor): void {
  if (editor.storage.slashMenu.menu.read()) exitSuggestion(editor.view, key);
}
