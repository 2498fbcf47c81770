import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { FOLLOW_ORIGIN, type Heir, type TextFollower } from '../../room/follow/follow-text.ts';
import type { Withdrawn } from '../../room/follow/own-copies.ts';
import { parentOf } from '#contract/lineage/read-lines.ts';

type Step = Y.UndoManager['undoStack'][number];
type Ids = Step['insertions'];

/**
 * Extends undo to text that moved: where inserted characters were deleted and inserted elsewhere, undo removes the
 * copies. Redo still works after remote peers have deleted what an undo left behind.
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
  const forget = follower.onWithdrawn((withdrawn) => {
    for (const step of [...manager.undoStack, ...manager.redoStack])
      step.deletions = without(step.deletions, withdrawn);
  });
  const notePopped = ({ stackItem }: { stackItem: Step }): void => {
    const step = [manager.redoStack.at(-1), manager.undoStack.at(-1)][manager.undoing ? 0 : 1];
    step?.meta.set(UNDONE, stackItem.insertions);
    const back = follower.bringBack(stackItem.deletions, stackItem.insertions);
    if (step) addUnits(step, back);
  };
  const clear = (transaction: Y.Transaction): void => {
    if (transaction.local || transaction.deleteSet.clients.size === 0) return;
    for (const step of [...manager.undoStack, ...manager.redoStack]) {
      const blocks = emptyBlocks(step, transaction);
      if (blocks.length > 0) doc.once('afterAllTransactions', () => clearAway(step, blocks, doc));
    }
  };
  manager.on('stack-item-popped', notePopped);
  doc.on('afterTransaction', clear);
  return () => {
    unfollow();
    forget();
    manager.off('stack-item-popped', notePopped);
    doc.off('afterTransaction', clear);
  };
}

function addHeirs(step: Step, heirs: readonly Heir[]): void {
  const isInStep = ({ client, clock }: Heir[0]): boolean =>
    Y.isDeleted(step.insertions, Y.createID(client, clock));
  addUnits(
    step,
    heirs.flatMap(([from, to]) => (isInStep(from) ? [to] : [])),
  );
}

function addUnits(step: Step, units: readonly Heir[1][]): void {
  const more = Y.createDeleteSet();
  for (const { client, clock } of units)
    more.clients.set(client, [...(more.clients.get(client) ?? []), { clock, len: 1 }]);
  if (more.clients.size > 0) step.insertions = Y.mergeDeleteSets([step.insertions, more]);
}

/** Units in `withdrawn` do not come back when the step is undone. */
function without(ids: Ids, withdrawn: Withdrawn): Ids {
  const isGone = 'clients' in withdrawn ? (id: Y.ID) => Y.isDeleted(withdrawn, id) : isOneOf(withdrawn);
  const left = Y.createDeleteSet();
  for (const [client, ranges] of ids.clients) {
    const kept = ranges.flatMap(({ clock, len }) =>
      Array.from({ length: len }, (_, at) => ({ clock: clock + at, len: 1 })).filter(
        (one) => !isGone(Y.createID(client, one.clock)),
      ),
    );
    if (kept.length > 0) left.clients.set(client, kept);
  }
  return Y.mergeDeleteSets([left]);
}

function isOneOf(units: readonly Pick<Y.ID, 'client' | 'clock'>[]): (id: Y.ID) => boolean {
  const names = new Set(units.map(({ client, clock }) => `${client}/${clock}`));
  return ({ client, clock }) => names.has(`${client}/${clock}`);
}

/** Key of the ids that the undone step had inserted. Undo keeps a block in which remote users typed. */
const UNDONE = Symbol('what was undone');

/** Blocks that an undone step left behind because they had remote text, and that are empty now. */
function emptyBlocks({ meta }: Step, transaction: Y.Transaction): Y.XmlElement[] {
  const undone: Ids | undefined = meta.get(UNDONE);
  const blocks: Y.XmlElement[] = [];
  if (!undone) return blocks;
  Y.iterateDeletedStructs(transaction, undone, (item) => {
    const type =
      item instanceof Y.Item && !item.deleted && item.content instanceof Y.ContentType
        ? item.content.type
        : null;
    if (type instanceof Y.XmlElement && type.nodeName === 'paragraph' && isEmpty(type)) blocks.push(type);
  });
  return blocks;
}

const isEmpty = (block: Y.XmlElement): boolean =>
  block.toArray().every((child) => child instanceof Y.XmlText && child.length === 0);

/** Adds the blocks to the step's deletions, so that redo restores them. */
function clearAway(step: Step, blocks: readonly Y.XmlElement[], doc: Y.Doc): void {
  const note = (transaction: Y.Transaction): void => {
    // Must run before garbage collection.
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
      for (let kept = item instanceof Y.Item ? item : null; kept; kept = parentOf(kept)?._item ?? null)
        kept.keep = true;
    });
    step.deletions = Y.mergeDeleteSets([step.deletions, transaction.deleteSet]);
  };
  doc.once('afterTransaction', note);
  doc.transact(() => {
    for (const { parent, _item } of blocks)
      if (parent instanceof Y.XmlFragment && _item?.deleted === false)
        parent.delete(
          parent.toArray().findIndex((child) => child._item === _item),
          1,
        );
  }, FOLLOW_ORIGIN);
}
