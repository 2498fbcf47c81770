/** Makes the images of one paste one step of undo, however long their uploads take. */
import type { EditorState } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';

/** The images of one paste, drop or choice of files. */
export interface UndoBatch {
  /** The last step of undo that holds some of them. */
  step: unknown;
}

const managerOf = (state: EditorState): Y.UndoManager | undefined => {
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
  return undo?.undoManager;
};

/** A batch of its own; with `withPaste`, of the text that was just pasted as well. */
export const newBatch = (state: EditorState, withPaste = false): UndoBatch => ({
  step: withPaste ? managerOf(state)?.undoStack.at(-1) : null,
});

/** Dispatches `insert` into the step of its batch, or into a new one if the user has changed something since. */
export function insertInBatch(view: EditorView, batch: UndoBatch, insert: () => void): void {
  const manager = managerOf(view.state);
  if (!manager) return insert();
  const last = manager.undoStack.at(-1);
  // Yjs joins a change to the last step by its time.
  if (last !== undefined && last === batch.step) manager.lastChange = Infinity;
  else manager.stopCapturing();
  insert();
  batch.step = manager.undoStack.at(-1);
  manager.stopCapturing();
}

/** Calls `run` after each undo and redo, and no longer once it returns false. `isUndone`: it was that of the batch. */
export function whenUndone(state: EditorState, batch: UndoBatch, run: (isUndone: boolean) => boolean): void {
  const manager = managerOf(state);
  const onPopped = ({ stackItem, type }: { readonly stackItem: unknown; readonly type: string }): void => {
    if (!run(type === 'undo' && stackItem === batch.step)) manager?.off('stack-item-popped', onPopped);
  };
  manager?.on('stack-item-popped', onPopped);
}
