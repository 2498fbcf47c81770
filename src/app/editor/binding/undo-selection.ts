import { Extension } from '@tiptap/core';
import {
  NodeSelection,
  Plugin,
  PluginKey,
  TextSelection,
  type EditorState,
  type Selection,
} from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey, yUndoPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { selectionOf } from './draw-parts.ts';
import { toAbsolute } from './positions.ts';

type RelativeSelection = ReturnType<typeof selectionOf>;

/** Selections before and after a step, as relative positions. */
interface StepSelections {
  readonly before: RelativeSelection | null;
  readonly after: RelativeSelection | null;
}

type Step = Y.UndoManager['undoStack'][number];

const META = Symbol('selections of a step');

/**
 * Undo restores the selection from before the step, redo the one from after it. The binding sets it only after the
 * step is drawn, so it would apply with the next change, which may be remote.
 */
export const UndoSelection = Extension.create({
  name: 'undoSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('undoSelection'),
      view: (view) => {
        const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(view.state);
        return undo ? keepSelections(view, undo.undoManager) : {};
      },
    }),
  ],
});

function keepSelections(view: EditorView, manager: Y.UndoManager) {
  const selected = (): RelativeSelection | null => {
    const binding = bindingOf(view);
    return binding && selectionOf(binding, view.state);
  };
  let before: RelativeSelection | null = null;

  const noteStep = ({ stackItem }: { stackItem: Step }): void => {
    const undone = manager.undoing || manager.redoing ? selectionsOf(manager.currStackItem) : undefined;
    const after = selected();
    stackItem.meta.set(META, undone ?? { before, after });
    before = after;
  };
  const noteMore = ({ stackItem }: { stackItem: Step }): void => {
    const after = selected();
    stackItem.meta.set(META, { before, ...selectionsOf(stackItem), after });
    before = after;
  };
  const selectAgain = ({ stackItem, type }: { stackItem: Step; type: 'undo' | 'redo' }): void => {
    const binding = bindingOf(view);
    if (!binding) return;
    Object.assign(binding, { beforeTransactionSelection: null });
    const wanted = selectionsOf(stackItem)?.[type === 'undo' ? 'before' : 'after'];
    const selection = wanted && resolve(wanted, binding, view);
    if (selection) view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  };

  manager.on('stack-item-added', noteStep);
  manager.on('stack-item-updated', noteMore);
  manager.on('stack-item-popped', selectAgain);
  return {
    // The binding writes the change before `update` runs, so `before` still holds the earlier selection when the step
    // is added.
    update: (_: EditorView, { doc, selection }: EditorState) => {
      // Several changes in one transaction are one step.
      if (manager.doc._transaction !== null) return;
      const isSame = doc === view.state.doc && selection.eq(view.state.selection);
      if (!isSame || before === null) before = selected();
    },
    destroy: () => {
      manager.off('stack-item-added', noteStep);
      manager.off('stack-item-updated', noteMore);
      manager.off('stack-item-popped', selectAgain);
    },
  };
}

const selectionsOf = (step: Step | null): StepSelections | undefined => step?.meta.get(META);

function bindingOf({ state }: EditorView): ProsemirrorBinding | null {
  const sync: { binding: ProsemirrorBinding | null } | undefined = ySyncPluginKey.getState(state);
  return sync?.binding ?? null;
}

function resolve(wanted: RelativeSelection, binding: ProsemirrorBinding, view: EditorView): Selection | null {
  const { doc } = view.state;
  const [anchor = null, head = null] = [wanted.anchor, wanted.head].map((place) =>
    place === null ? null : toAbsolute(place, binding),
  );
  if (anchor === null || head === null) return null;
  const node = wanted.type === 'node' ? doc.nodeAt(anchor) : null;
  if (node && NodeSelection.isSelectable(node)) return NodeSelection.create(doc, anchor);
  return TextSelection.between(doc.resolve(anchor), doc.resolve(head));
}
