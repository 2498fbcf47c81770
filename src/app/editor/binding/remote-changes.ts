import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { Later } from '../../ui/load-later.tsx';
import type { TextFollower } from '../../room/follow/follow-text.ts';
import { FollowedSelection } from './followed-selection.ts';
import type { keepComposition } from './keep-composition.ts';
import { narrowChange } from './narrow-change.ts';
import { isShared } from './shared-drawing.ts';
import type { splitChange } from './split-change.ts';
import { isUnshown } from './write-around.ts';

/**
 * Applies each remote change only where the document differs. The binding replaces the whole document with new nodes
 * and scrolls to the caret, which moves the reader's place. With the narrow change, nodes and elements elsewhere stay,
 * and so do selection, stored marks and scroll position.
 */
export const remoteChanges = (parts: Later<ChangeParts>, follower: TextFollower | null) =>
  Extension.create<unknown, Places>({
    name: 'remoteChanges',
    addStorage: () => ({ selection: new FollowedSelection(follower) }),
    dispatchTransaction({ transaction, next }) {
      const isRemote = transaction.docChanged && isChangeOrigin(transaction);
      if (!isRemote) return next(transaction);
      const { view } = this.editor;
      const loaded = parts.read();
      const split = loaded?.splitChange ?? ((whole) => [whole]);
      const narrow = narrowTransaction(transaction, view.state, this.storage, split);
      loaded?.keepComposition(view, narrow);
      next(narrow);
    },
    addProseMirrorPlugins() {
      const { storage } = this;
      return [
        new Plugin({
          key: new PluginKey('remoteChanges'),
          view: (view) => {
            const sync: SyncState | undefined = ySyncPluginKey.getState(view.state);
            if (!sync) return {};
            const { doc } = sync.binding;
            void parts.ask();
            const note = (): void => storage.selection.note(view, sync);
            doc.on('beforeAllTransactions', note);
            return { destroy: () => doc.off('beforeAllTransactions', note) };
          },
        }),
      ];
    },
  });

interface ChangeParts {
  readonly keepComposition: typeof keepComposition;
  readonly splitChange: typeof splitChange;
}

interface Places {
  readonly selection: FollowedSelection;
}

interface SyncState {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
}

function narrowTransaction(
  wide: Transaction,
  state: EditorState,
  { selection }: Places,
  split: ChangeParts['splitChange'],
): Transaction {
  if (wide.before !== state.doc) return wide;
  const tr = narrowChange(wide.doc, state, split);
  if (tr === null) return wide;
  const change: { isUndoRedoOperation?: boolean } = wide.getMeta(ySyncPluginKey);
  tr.setMeta(ySyncPluginKey, change);
  tr.setMeta('addToHistory', wide.getMeta('addToHistory'));
  // The binding cannot represent selected cells and would turn them into a text selection.
  const isSameKind = wide.selection.constructor === state.selection.constructor;
  if (wide.selectionSet && isSameKind) tr.setSelection(Selection.fromJSON(tr.doc, wide.selection.toJSON()));
  const sync: SyncState | undefined = ySyncPluginKey.getState(state);
  if (sync) noteDocument(sync, wide.doc, tr.doc);
  if (sync && change.isUndoRedoOperation !== true) selection.select(tr, state.selection, sync);
  if (state.storedMarks && tr.selection.empty) tr.setStoredMarks(state.storedMarks);
  // Local undo may scroll to what it changed.
  if (wide.scrolledIntoView && change.isUndoRedoOperation === true) tr.scrollIntoView();
  return tr;
}

/** Marks the shared text as equal to the document, unless the binding had to change it to fit the schema. */
function noteDocument({ type, binding: { mapping } }: SyncState, drawn: Node, doc: Node): void {
  const types = (type.toArray() as unknown[]).filter(isShared);
  const isEqual =
    type.length === types.length &&
    types.length === drawn.childCount &&
    types.every((one, at) => mapping.get(one) === drawn.child(at));
  pointToNodes(mapping, types, doc);
  if (isEqual) mapping.set(type, doc);
}

type Mapped = Y.XmlElement | Y.XmlText;

/** Points the binding's map of shared types from its own nodes to the equal ones of the document. */
function pointToNodes(mapping: ProsemirrorBinding['mapping'], types: readonly Mapped[], parent: Node): void {
  const groups = groupText(parent);
  if (groups.length !== types.length) return;
  for (const [index, type] of types.entries()) {
    const node = groups[index];
    if (node === undefined) continue;
    // A text that can't be shown is a node too.
    if (!Array.isArray(node) && (type instanceof Y.XmlElement || isUnshown(node))) {
      mapping.set(type, node);
      if (type instanceof Y.XmlElement && !isUnshown(node))
        pointToNodes(mapping, (type.toArray() as unknown[]).filter(isShared), node);
    } else if (type instanceof Y.XmlText && Array.isArray(node)) mapping.set(type, node);
  }
}

/** Children as in Yjs: adjacent text nodes with different marks are one shared text. */
function groupText(parent: Node): (Node | Node[])[] {
  const groups: (Node | Node[])[] = [];
  parent.forEach((child) => {
    const last = groups.at(-1);
    if (!child.isText) groups.push(child);
    else if (Array.isArray(last)) last.push(child);
    else groups.push([child]);
  });
  return groups;
}
