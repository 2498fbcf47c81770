import { Collaboration, isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Selection, type EditorState, type Plugin, type StateField } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey, yUndoPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { simpleDiffString } from 'lib0/diff';
import * as Y from 'yjs';
import { drawParts, NOWHERE, selectionOf } from './draw-parts.ts';
import { findTextChange } from './text-change.ts';
import { canWrite, deleteUnshown, writeNode } from './write-around.ts';

/**
 * Binds the editor to the shared text. On every update, even of the caret, the library compares all blocks with the
 * shared ones. This compares only the changed block when there is one, and nothing when nothing changed.
 */
export const SharedText = Collaboration.extend({
  addProseMirrorPlugins() {
    const [sync, ...others]: Plugin[] = this.parent?.() ?? [];
    if (!sync) throw new Error('the collaboration extension has no binding');
    const writeAll = sync.spec.view;
    sync.spec.view = (view) => {
      drawParts(view);
      const all = drawAll(view, () => writeAll?.call(sync, view) ?? {});
      // Whether the last change of the document was remote.
      let isAfterOthers = false;
      return {
        ...all,
        update: (_, before) => {
          const { isChangeOrigin: isDrawn, isUndoRedoOperation }: SyncState = ySyncPluginKey.getState(
            view.state,
          );
          if (view.state.doc !== before.doc) isAfterOthers = isDrawn && !isUndoRedoOperation;
          if (!isDrawn) deleteParts(view.state);
          if (!writeBlock(view, before, isAfterOthers)) all.update?.(view, before);
          keepSelection(view.state);
        },
      };
    };
    sync.spec.filterTransaction = (transaction, state) => {
      if (!transaction.docChanged || isChangeOrigin(transaction)) return true;
      const { binding }: SyncState = ySyncPluginKey.getState(state);
      return canWrite(binding, transaction.doc);
    };
    for (const { spec } of others) if (spec.key === yUndoPluginKey) spec.state = stepsOnly(spec.state);
    return [sync, ...others];
  },
});

interface Steps {
  readonly undoManager: Y.UndoManager;
  readonly hasUndoOps: boolean;
  readonly hasRedoOps: boolean;
}

/** Drops the selection that the library computes before every transaction: `UndoSelection` keeps it for each step. */
const stepsOnly = (state: StateField<Steps> | undefined): StateField<Steps> | undefined =>
  state && {
    ...state,
    apply: (_, steps) => {
      const { undoStack, redoStack } = steps.undoManager;
      const [hasUndoOps, hasRedoOps] = [undoStack.length > 0, redoStack.length > 0];
      const isSame = hasUndoOps === steps.hasUndoOps && hasRedoOps === steps.hasRedoOps;
      return isSame ? steps : { ...steps, hasUndoOps, hasRedoOps };
    },
  };

/** Turns all document changes within `change` into one transaction of the shared text. */
export function writeTogether({ view }: { readonly view: EditorView }, change: () => void): void {
  const { binding }: SyncState = ySyncPluginKey.getState(view.state);
  const { mux } = binding;
  mux(() =>
    binding.doc.transact(() => {
      // Each one is written, and none is drawn.
      binding.mux = (write) => write();
      try {
        change();
      } finally {
        binding.mux = mux;
      }
    }, ySyncPluginKey),
  );
}

/** The first drawing. The binding would put the caret at position 0, even where text is not allowed. */
function drawAll<Drawn>(view: EditorView, draw: () => Drawn): Drawn {
  const { binding }: SyncState = ySyncPluginKey.getState(view.state);
  if (binding.mapping.size > 0) return draw();
  const before = binding.beforeTransactionSelection;
  binding.beforeTransactionSelection = NOWHERE;
  const drawn = draw();
  binding.beforeTransactionSelection = before;
  const { doc, tr } = view.state;
  const first = Selection.findFrom(doc.resolve(0), 1, true);
  if (first) view.dispatch(tr.setSelection(first));
  return drawn;
}

/**
 * While it draws a remote change, the binding may write a change itself, to merge split texts, and draws that too. It would
 * then look up the selection from before the first drawing in the document after it.
 */
function keepSelection(state: EditorState): void {
  const { binding, isChangeOrigin }: SyncState = ySyncPluginKey.getState(state);
  if (isChangeOrigin && binding.beforeTransactionSelection !== null)
    binding.beforeTransactionSelection = selectionOf(binding, state);
}

function deleteParts(state: EditorState): void {
  const { binding }: SyncState = ySyncPluginKey.getState(state);
  binding.mux(() => deleteUnshown(binding, state.doc));
}

interface SyncState {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
  readonly snapshot: unknown;
  readonly prevSnapshot: unknown;
  readonly isChangeOrigin: boolean;
  readonly isUndoRedoOperation: boolean;
  readonly addToHistory: boolean;
}

/** Writes the only changed block; false when all blocks have to be compared. */
function writeBlock({ state }: EditorView, before: EditorState, isAfterOthers: boolean): boolean {
  const sync: SyncState = ySyncPluginKey.getState(state);
  const { binding, type, snapshot, prevSnapshot, isChangeOrigin, addToHistory } = sync;
  // The binding maps the root to the document that it is equal to.
  const wasEqual = binding.mapping.get(type) === before.doc;
  if (!wasEqual || snapshot !== null || prevSnapshot !== null) return false;
  const isSame = state.doc === before.doc;
  // Drawing carets after a remote change would otherwise end the undo step.
  if (isChangeOrigin || (!addToHistory && !(isSame && isAfterOthers))) return false;
  // After undo the binding still holds a selection, which only the library clears.
  if (isSame) return binding.beforeTransactionSelection === null;
  const changed = findChanged(binding, type, state.doc);
  if (!changed) return false;
  binding.mux(() => {
    // Set so that the library does not compute it before and after this write.
    binding.beforeTransactionSelection ??= NOWHERE;
    binding.doc.transact((transaction) => {
      transaction.meta.set('addToHistory', true);
      for (const [block, node] of changed.around) binding.mapping.set(block, node);
      writeText(binding, changed, state.selection.head);
      writeNode(binding, changed.block, changed.node);
      binding.beforeTransactionSelection = selectionOf(binding, state);
    }, ySyncPluginKey);
  });
  return true;
}

interface Changed {
  readonly block: Y.XmlElement;
  /** Node before the change. */
  readonly old: Node;
  /** Position where its content begins. */
  readonly start: number;
  /** Node after the change. */
  readonly node: Node;
  /** Its ancestors, which are otherwise unchanged. */
  readonly around: ReadonlyMap<Y.XmlFragment, Node>;
}

/** The innermost block that contains all differences; null when blocks were added or removed. */
function findChanged(binding: ProsemirrorBinding, root: Y.XmlFragment, doc: Node): Changed | null {
  const around = new Map<Y.XmlFragment, Node>();
  let [block, node]: [Y.XmlFragment, Node] = [root, doc];
  let start = 0;
  for (;;) {
    const index = onlyChangedChild(binding, block, node);
    const [child, shared] = index === null ? [] : [node.child(index), block.get(index)];
    if (!child || !(shared instanceof Y.XmlElement)) break;
    for (let before = 0; before < index!; before += 1) start += node.child(before).nodeSize;
    start += 1;
    around.set(block, node);
    [block, node] = [shared, child];
  }
  const old = binding.mapping.get(block);
  return block instanceof Y.XmlElement && old && !Array.isArray(old)
    ? { block, old, node, start, around }
    : null;
}

/**
 * Among equal characters, writes the one at the caret. The library would pick another, and a remote move of the text
 * at the same time would leave it on the wrong side.
 */
function writeText(
  { mapping }: ProsemirrorBinding,
  { block, old, node, start }: Changed,
  caret: number,
): void {
  const text = block.length === 1 ? block.get(0) : null;
  const isText = ({ children }: Node): boolean => children.every((child) => child.isText);
  if (!(text instanceof Y.XmlText) || !mapping.has(text) || !isText(old) || !isText(node)) return;
  const [before, after] = [old.textContent, node.textContent];
  const change = findTextChange(before, after, caret - start);
  if (!change || text.length !== before.length || change.index === simpleDiffString(before, after).index)
    return;
  text.delete(change.index, change.removed);
  text.insert(change.index, change.inserted);
}

/** Index of the only child that differs from the last written state; null when anything else differs. */
function onlyChangedChild({ mapping }: ProsemirrorBinding, block: Y.XmlFragment, node: Node): number | null {
  const old = mapping.get(block);
  if (!old || Array.isArray(old) || node.inlineContent || !node.sameMarkup(old)) return null;
  if (block instanceof Y.XmlElement && !hasAttributes(block, node.attrs)) return null;
  const [now, were] = [node.children, old.children];
  if (now.length !== were.length || now.length !== block.length) return null;
  const index = now.findIndex((child, at) => child !== were[at]);
  const isOnly = index === now.findLastIndex((child, at) => child !== were[at]);
  const [child, oldChild, shared] = [now[index], were[index], index < 0 ? null : block.get(index)];
  if (!isOnly || !child || !oldChild || !(shared instanceof Y.XmlElement)) return null;
  const isSame = mapping.get(shared) === oldChild && shared.nodeName === child.type.name;
  return isSame && !child.eq(oldChild) ? index : null;
}

/** Whether they are stored as the library stores them: all that are not null, defaults included. */
function hasAttributes(block: Y.XmlElement, attrs: Readonly<Record<string, unknown>>): boolean {
  const shared: Readonly<Record<string, unknown>> = block.getAttributes();
  return (
    Object.keys(shared).every((name) => Object.hasOwn(attrs, name)) &&
    Object.entries(attrs).every(([name, value]) => shared[name] === (value ?? undefined))
  );
}
