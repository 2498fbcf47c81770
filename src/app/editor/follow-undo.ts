import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { Heir, TextFollower } from '../room/follow/follow-text.ts';

type Step = Y.UndoManager['undoStack'][number];
type Ids = Step['insertions'];

/**
 * A step of undo takes away what was typed in it, wherever that stands by now: of letters that were deleted and inserted
 * again elsewhere, by the follower or by somebody else, those that stand for them. And it can be done again after others
 * have cleared away what it left.
 */
export function followUndo(follower: TextFollower): Extension {
  return Extension.create({
    name: 'followUndo',
    addProseMirrorPlugins: () => [
      new Plugin({
        key: new PluginKey('followUndo'),
        view: ({ state }) => {
          const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(state);
          return undo ? { destroy: follow(undo.undoManager, follower) } : {};
        },
      }),
    ],
  });
}

function follow(manager: Y.UndoManager, follower: TextFollower): () => void {
  const { doc } = manager;
  const unfollow = follower.onHeirs((heirs) => {
    for (const step of [...manager.undoStack, ...manager.redoStack]) addHeirs(step, heirs);
  });
  const notePopped = ({ stackItem }: { stackItem: Step }): void => {
    const step = [manager.redoStack.at(-1), manager.undoStack.at(-1)][manager.undoing ? 0 : 1];
    step?.meta.set(UNDONE, stackItem.insertions);
  };
  // Before garbage collection.
  const noteCleared = (transaction: Y.Transaction): void => {
    if (transaction.local) return;
    for (const step of [...manager.undoStack, ...manager.redoStack]) addCleared(step, transaction);
  };
  manager.on('stack-item-popped', notePopped);
  doc.on('afterTransaction', noteCleared);
  return () => {
    unfollow();
    manager.off('stack-item-popped', notePopped);
    doc.off('afterTransaction', noteCleared);
  };
}

function addHeirs(step: Step, heirs: readonly Heir[]): void {
  const more = Y.createDeleteSet();
  for (const [from, { client, clock }] of heirs) {
    if (!Y.isDeleted(step.insertions, Y.createID(from.client, from.clock))) continue;
    more.clients.set(client, [...(more.clients.get(client) ?? []), { clock, len: 1 }]);
  }
  if (more.clients.size > 0) step.insertions = Y.mergeDeleteSets([step.insertions, more]);
}

/** What the step that this one takes back had inserted. A block in which others had typed stayed when it was undone. */
const UNDONE = Symbol('what was undone');

/** Blocks that the step left to others, and that they have deleted since, are part of it. */
function addCleared(step: Step, transaction: Y.Transaction): void {
  const undone: Ids | undefined = step.meta.get(UNDONE);
  if (!undone) return;
  const more = Y.createDeleteSet();
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
    const { client, clock } = item.id;
    if (!(item instanceof Y.Item) || !Y.isDeleted(undone, item.id)) return;
    for (
      let kept: Y.Item | null = item;
      kept;
      kept = kept.parent instanceof Y.AbstractType ? kept.parent._item : null
    )
      kept.keep = true;
    more.clients.set(client, [...(more.clients.get(client) ?? []), { clock, len: item.length }]);
  });
  if (more.clients.size > 0) step.deletions = Y.mergeDeleteSets([step.deletions, more]);
}
