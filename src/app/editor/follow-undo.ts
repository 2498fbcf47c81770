import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { Heir, TextFollower } from '../room/follow/follow-text.ts';

/**
 * A step of undo takes away what was typed in it, wherever that stands by now: of letters that were deleted and inserted
 * again elsewhere, by the follower or by somebody else, those that stand for them.
 */
export function followUndo(follower: TextFollower): Extension {
  return Extension.create({
    name: 'followUndo',
    addProseMirrorPlugins: () => [
      new Plugin({
        key: new PluginKey('followUndo'),
        view: ({ state }) => {
          const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
          if (!undo) return {};
          const { undoManager } = undo;
          return {
            destroy: follower.onHeirs((heirs) => {
              for (const step of [...undoManager.undoStack, ...undoManager.redoStack]) addHeirs(step, heirs);
            }),
          };
        },
      }),
    ],
  });
}

function addHeirs(step: Y.UndoManager['undoStack'][number], heirs: readonly Heir[]): void {
  const more = Y.createDeleteSet();
  for (const [from, { client, clock }] of heirs) {
    if (!Y.isDeleted(step.insertions, Y.createID(from.client, from.clock))) continue;
    more.clients.set(client, [...(more.clients.get(client) ?? []), { clock, len: 1 }]);
  }
  if (more.clients.size > 0) step.insertions = Y.mergeDeleteSets([step.insertions, more]);
}
