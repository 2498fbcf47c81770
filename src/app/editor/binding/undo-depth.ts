import { Extension, type Editor } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { countServerSteps } from './server-steps.ts';
import { writeTogether } from './shared-text.ts';

const UNDO_DEPTH = 100;
/** Input within this time is one step, as long as the caret is not moved. */
export const UNDO_GROUP_MS = 500;

/** Defines the undo steps. Yjs keeps all of them; this drops the oldest. */
export const UndoDepth = Extension.create({
  name: 'undoDepth',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('undoDepth'),
      view: ({ state }) => {
        const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
        if (!undo) return {};
        undo.undoManager.captureTimeout = UNDO_GROUP_MS;
        return {
          destroy: limitUndoDepth(undo.undoManager, UNDO_DEPTH),
          // A moved caret begins another step.
          update: ({ composing, state: { doc, selection } }, before) => {
            const isMoved = doc === before.doc && !selection.eq(before.selection);
            if (isMoved && !composing) undo.undoManager.stopCapturing();
          },
        };
      },
    }),
  ],
});

function limitUndoDepth(manager: Y.UndoManager, depth: number): () => void {
  const forget = ({ type }: { type: 'undo' | 'redo' }): void => {
    const surplus = manager.undoStack.length - depth;
    if (type === 'undo' && surplus > 0) manager.undoStack.splice(0, surplus);
  };
  manager.on('stack-item-added', forget);
  return () => manager.off('stack-item-added', forget);
}

/** Number of steps that can be undone and redone. */
export function undoSteps(state: EditorState): { readonly undo: number; readonly redo: number } {
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
  const more = countServerSteps(state);
  return {
    undo: (undo?.undoManager.undoStack.length ?? 0) + more.undo,
    redo: (undo?.undoManager.redoStack.length ?? 0) + more.redo,
  };
}

/** Makes all changes within `change` one update and one undo step, separate from the input before and after. */
export function separateUndoStep(editor: Editor, change: () => void): void {
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(editor.state);
  if (!undo) return change();
  const { undoManager } = undo;
  undoManager.stopCapturing();
  try {
    writeTogether(editor, change);
  } finally {
    undoManager.stopCapturing();
  }
}
