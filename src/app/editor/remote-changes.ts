import { Extension } from '@tiptap/core';
import { isChangeOrigin } from '@tiptap/extension-collaboration';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import type { TextFollower } from '../room/follow/follow-text.ts';
import { FollowedSelection } from './followed-selection.ts';
import { parts } from './later.ts';
import { narrowChange } from './narrow-change.ts';

/**
 * Nothing moves because somebody else typed. For every change of others the binding replaces the whole document by
 * nodes it has just made, and asks to scroll to my caret. Every paragraph is then drawn into the element of its
 * neighbour, so the browser cannot hold my place. Here the same change is made again where it differs and nowhere else:
 * what did not change keeps its nodes and its elements, my selection, the formatting I am about to type, and my view.
 */
export const RemoteChanges = Extension.create<{ follower: TextFollower | null }, Places>({
  name: 'remoteChanges',
  addOptions: () => ({ follower: null }),
  addStorage() {
    return { selection: new FollowedSelection(this.options.follower) };
  },
  dispatchTransaction({ transaction, next }) {
    const isRemote = transaction.docChanged && isChangeOrigin(transaction);
    if (!isRemote) return next(transaction);
    const { view } = this.editor;
    const narrow = narrowTransaction(transaction, view.state, this.storage);
    parts.read()?.keepComposition(view, narrow);
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

interface Places {
  readonly selection: FollowedSelection;
}

interface SyncState {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
}

function narrowTransaction(wide: Transaction, state: EditorState, { selection }: Places): Transaction {
  if (wide.before !== state.doc) return wide;
  const tr = narrowChange(wide.doc, state, parts.read()?.splitChange ?? ((whole) => [whole]));
  if (tr === null) return wide;
  const change: { isUndoRedoOperation?: boolean } = wide.getMeta(ySyncPluginKey);
  tr.setMeta(ySyncPluginKey, change);
  tr.setMeta('addToHistory', wide.getMeta('addToHistory'));
  // The binding knows no selected cells: those it would make words of.
  const isSameKind = wide.selection.constructor === state.selection.constructor;
  if (wide.selectionSet && isSameKind) tr.setSelection(Selection.fromJSON(tr.doc, wide.selection.toJSON()));
  const sync: SyncState | undefined = ySyncPluginKey.getState(state);
  if (sync) noteDocument(sync, wide.doc, tr.doc);
  if (sync && change.isUndoRedoOperation !== true) selection.select(tr, state.selection, sync);
  if (state.storedMarks && tr.selection.empty) tr.setStoredMarks(state.storedMarks);
  // My own undo may take me to what it changed.
  if (wide.scrolledIntoView && change.isUndoRedoOperation === true) tr.scrollIntoView();
  return tr;
}

/** Tells the binding that the shared text is equal to the document; not where it had to be changed to fit the schema. */
function noteDocument({ type, binding: { mapping } }: SyncState, drawn: Node, doc: Node): void {
  const types = type.toArray();
  const isEqual =
    types.length === drawn.childCount && types.every((one, at) => mapping.get(one) === drawn.child(at));
  pointToNodes(mapping, types, doc);
  if (isEqual) mapping.set(type, doc);
}

type Mapped = Y.XmlElement | Y.XmlText | Y.XmlHook;

/** The binding knows shared types by the nodes it made; tell it which equal ones the document has instead. */
function pointToNodes(mapping: ProsemirrorBinding['mapping'], types: readonly Mapped[], parent: Node): void {
  const groups = groupText(parent);
  if (groups.length !== types.length) return;
  for (const [index, type] of types.entries()) {
    const node = groups[index];
    if (node === undefined) continue;
    if (type instanceof Y.XmlElement && !Array.isArray(node)) {
      mapping.set(type, node);
      pointToNodes(mapping, type.toArray(), node);
    } else if (type instanceof Y.XmlText && Array.isArray(node)) mapping.set(type, node);
  }
}

/** Children as Yjs has them: a run of text nodes with different marks is one shared text. */
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
