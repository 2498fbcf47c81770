import { Extension, type Editor } from '@tiptap/core';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';

/** Takes a restore back, once. False when it has been taken back already. */
export type TakeBack = () => boolean;

interface Restore {
  readonly takeBack: TakeBack;
  /** The steps of undo from before it. */
  readonly older: ReadonlySet<Step>;
}

type Step = Y.UndoManager['undoStack'][number];

declare module '@tiptap/core' {
  interface Storage {
    undoRestore: { restore: Restore | null };
  }
}

/**
 * Undo takes back a restore of a version in its turn: after what was typed since, before what was typed until then. The
 * server writes the restore, so that no stack of undo holds it.
 *
 * Its `undo` replaces the one of the binding, which has a higher priority and is therefore put down first.
 */
export const UndoRestore = Extension.create<object, { restore: Restore | null }>({
  name: 'undoRestore',
  addStorage: () => ({ restore: null }),
  addCommands() {
    const { storage } = this;
    return {
      undo:
        () =>
        ({ tr, state, dispatch }) => {
          tr.setMeta('preventDispatch', true);
          const manager = managerOf(state);
          if (!manager) return false;
          if (!dispatch) return storage.restore !== null || manager.undoStack.length > 0;
          if (storage.restore && undoSince(storage.restore, manager)) return true;
          storage.restore = null;
          return manager.undo() !== null;
        },
    };
  },
});

/** The newest step is now a restore, which `takeBack` takes back. */
export function noteRestore(editor: Editor, takeBack: TakeBack): void {
  const manager = managerOf(editor.state);
  if (!manager) return;
  manager.stopCapturing();
  editor.storage.undoRestore.restore = { takeBack, older: new Set(manager.undoStack) };
  // The button of undo is drawn again.
  editor.view.dispatch(editor.state.tr);
}

export const canUndoRestore = (editor: Editor): boolean => editor.storage.undoRestore.restore !== null;

/** False when neither the restore nor anything after it is left. */
function undoSince({ takeBack, older }: Restore, manager: Y.UndoManager): boolean {
  const { undoStack } = manager;
  // Yjs passes over steps that would change nothing, and must not go past the restore.
  const kept = undoStack.splice(0, undoStack.filter((step) => older.has(step)).length);
  try {
    if (manager.undo() !== null) return true;
  } finally {
    undoStack.unshift(...kept);
  }
  return takeBack();
}

function managerOf(state: Editor['state']): Y.UndoManager | undefined {
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
  return undo?.undoManager;
}
