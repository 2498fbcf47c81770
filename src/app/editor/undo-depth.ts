import { Extension } from '@tiptap/core';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';

export const UNDO_DEPTH = 100;
/** Typing within this time is one step. */
export const UNDO_GROUP_MS = 500;

/** Yjs remembers without end; this forgets the oldest steps. */
export const UndoDepth = Extension.create<{ depth: number }, { stop: () => void }>({
  name: 'undoDepth',
  addOptions: () => ({ depth: UNDO_DEPTH }),
  addStorage: () => ({ stop: () => undefined }),
  onCreate() {
    const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(this.editor.state);
    if (!undo) return;
    undo.undoManager.captureTimeout = UNDO_GROUP_MS;
    this.storage.stop = limitUndoDepth(undo.undoManager, this.options.depth);
  },
  onDestroy() {
    this.storage.stop();
  },
});

function limitUndoDepth(manager: Y.UndoManager, depth: number): () => void {
  const forget = ({ type }: { type: 'undo' | 'redo' }): void => {
    const surplus = manager.undoStack.length - depth;
    if (type === 'undo' && surplus > 0) manager.undoStack.splice(0, surplus);
  };
  manager.on('stack-item-added', forget);
  return () => manager.off('stack-item-added', forget);
}
