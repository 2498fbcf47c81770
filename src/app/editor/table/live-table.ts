import type { Node } from '@tiptap/core';
import type { TextFollower } from '../../room/follow/follow-text.ts';
import type { Later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late/late-plugin.ts';
import { insertTable, type TableSize } from './insert-table.ts';
import type { pressInTable, tablePlugin } from './table-editing.ts';
import { TABLE_KEY } from './table-key.ts';
import { pasteCellsLater, pressTableKey } from './table-start.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    table: { insertTable: (size: TableSize) => ReturnType };
  }
}

interface TableParts {
  readonly pressInTable: typeof pressInTable;
  readonly tablePlugin: typeof tablePlugin;
}

interface LiveTableOptions {
  readonly parts: Later<TableParts>;
  /** Called when pasted cells have replaced others that had text. */
  readonly onOverwritten: (undo: () => void) => void;
  readonly follower?: TextFollower;
}

/** Tables with their command, keys and selection of cells. */
export const liveTable = (table: Node, { parts, onOverwritten, follower }: LiveTableOptions): Node =>
  table.extend({
    addCommands: () => ({
      insertTable:
        (size) =>
        ({ tr, dispatch, editor }) => {
          if (dispatch) insertTable(tr, editor.schema, size);
          return true;
        },
    }),
    addKeyboardShortcuts() {
      const remove = (): boolean => pressTableKey(parts, this.editor, 'Delete');
      return {
        Tab: () => pressTableKey(parts, this.editor, 'Tab'),
        'Shift-Tab': () => pressTableKey(parts, this.editor, 'Shift-Tab'),
        Backspace: remove,
        'Mod-Backspace': remove,
        Delete: remove,
        'Mod-Delete': remove,
      };
    },
    addProseMirrorPlugins() {
      const { editor } = this;
      const overwritten = (): void => onOverwritten(() => void editor.commands.undo());
      return [
        latePlugin(TABLE_KEY, parts, (part) => part.tablePlugin(overwritten, follower)),
        pasteCellsLater(parts, editor),
      ];
    },
  });
