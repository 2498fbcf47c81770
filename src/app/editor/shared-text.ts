import { Collaboration } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { getRelativeSelection, updateYFragment, ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';

/**
 * The binding of editor and shared text. With every change of the editor, be it that a caret moved, the library compares
 * all blocks with the shared ones. Here it compares the block that has changed, when only one has, and none when none has.
 */
export const SharedText = Collaboration.extend({
  addProseMirrorPlugins() {
    const [sync, ...others]: Plugin[] = this.parent?.() ?? [];
    if (!sync) throw new Error('the binding is a plugin');
    const writeAll = sync.spec.view;
    sync.spec.view = (view) => {
      const all = writeAll?.call(sync, view) ?? {};
      return {
        ...all,
        update: (_, before) => {
          if (!writeBlock(view, before)) all.update?.(view, before);
        },
      };
    };
    return [sync, ...others];
  },
});

interface SyncState {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
  readonly snapshot: unknown;
  readonly prevSnapshot: unknown;
  readonly isChangeOrigin: boolean;
  readonly addToHistory: boolean;
}

/** False when that is not enough: then all has to be compared. */
function writeBlock(view: EditorView, before: EditorState): boolean {
  const sync: SyncState = ySyncPluginKey.getState(view.state);
  const { binding, type, snapshot, prevSnapshot, isChangeOrigin, addToHistory } = sync;
  const { doc } = view.state;
  // The binding notes what it has written or read last.
  const isWritten = binding.mapping.get(type) === before.doc;
  if (!isWritten || snapshot !== null || prevSnapshot !== null) return false;
  if (doc === before.doc) return true;
  if (isChangeOrigin || !addToHistory) return false;
  const changed = findChanged(binding, type, doc);
  if (!changed) return false;
  binding.mux(() => {
    binding.doc.transact((transaction) => {
      transaction.meta.set('addToHistory', true);
      for (const [around, node] of changed.around) binding.mapping.set(around, node);
      updateYFragment(binding.doc, changed.block, changed.node, binding);
      binding.beforeTransactionSelection = getRelativeSelection(binding, view.state);
    }, ySyncPluginKey);
  });
  return true;
}

interface Changed {
  readonly block: Y.XmlElement;
  /** What it has to become. */
  readonly node: Node;
  /** What it stands in, which is otherwise the same. */
  readonly around: ReadonlyMap<Y.XmlFragment, Node>;
}

/** The innermost block that all differences lie in; null when the document itself has other blocks than before. */
function findChanged(binding: ProsemirrorBinding, root: Y.XmlFragment, doc: Node): Changed | null {
  const around = new Map<Y.XmlFragment, Node>();
  let [block, node]: [Y.XmlFragment, Node] = [root, doc];
  for (;;) {
    const inner = onlyChangedChild(binding, block, node);
    if (!inner) break;
    around.set(block, node);
    [block, node] = inner;
  }
  return block instanceof Y.XmlElement ? { block, node, around } : null;
}

/** The child that differs from what is written, if it is the only one and nothing else differs either. */
function onlyChangedChild(
  { mapping }: ProsemirrorBinding,
  block: Y.XmlFragment,
  node: Node,
): [Y.XmlElement, Node] | null {
  const written = mapping.get(block);
  if (!written || Array.isArray(written) || node.inlineContent || !node.sameMarkup(written)) return null;
  const { children } = node;
  if (children.length !== written.childCount || children.length !== block.length) return null;
  const index = children.findIndex((child, at) => child !== written.child(at));
  const [child, old, shared] = [children[index], written.maybeChild(index), block.get(index)];
  const isOnly = children.every((other, at) => at === index || other === written.child(at));
  if (!isOnly || !child || !(shared instanceof Y.XmlElement)) return null;
  return mapping.get(shared) === old && shared.nodeName === child.type.name ? [shared, child] : null;
}
