import type { Node } from '@tiptap/core';
import type { TextFollower } from '../../room/follow/follow-text.ts';
import { latePlugin } from '../late/late-plugin.ts';
import { parts } from '../late/loader.ts';
import { insertTable, type TableSize } from './insert-table.ts';
import { TABLE_KEY } from './table-key.ts';
import { pasteCellsLater, pressTableKey } from './table-start.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    table: { insertTable: (size: TableSize) => ReturnType };
  }
}

interface LiveTableOptions {
  /** Called when pasted cells have replaced others that had text. */
  readonly onOverwritten: (undo: () => void) => void;
  readonly follower?: TextFollower;
}

/** Tables with their command, keys and selection of cells. */
export const liveTable = (table: Node, { onOverwritten, follower }: LiveTableOptions): Node =>
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
      const remove = (): boolean => pressTableKey(this.editor, 'Delete');
      return {
        Tab: () => pressTableKey(this.editor, 'Tab'),
        'Shift-Tab': () => pressTableKey(this.editor, 'Shift-Tab'),
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
        latePlugin(TABLE_KEY, parts, ({ tablePlugin }) => tablePlugin(overwritten, follower)),
        pasteCellsLater(editor),
      ];
    },
  });
