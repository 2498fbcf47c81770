import { Fragment, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { getRelativeSelection, ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import { isOdd } from './positions.ts';
import { SharedDrawing } from './shared-drawing.ts';
import { writeNode } from './write-around.ts';

/** No place: the library then leaves the selection to the change itself. */
export const NOWHERE = { type: 'text', depth: 0, anchor: null, head: null, absAnchor: 0, absHead: 0 };

/** The library's methods for drawing and writing, which do not know parts that can't be shown. */
interface Methods {
  mapping: unknown;
  beforeAllTransactions: () => void;
  _forceRerender: () => void;
  _prosemirrorChanged: (doc: EditorView['state']['doc']) => void;
}

/** Lets the binding draw and keep shared content that does not fit the schema. */
export function drawParts(view: EditorView): void {
  const { binding }: { binding: ProsemirrorBinding & Methods } = ySyncPluginKey.getState(view.state);
  if (binding.mapping instanceof SharedDrawing) return;
  // The selection from before the change is resolved after it.
  const forgetSelection = (): void => {
    if (binding.beforeTransactionSelection !== null) binding.beforeTransactionSelection = NOWHERE;
  };
  const drawing = new SharedDrawing(binding.type, view.state.schema, forgetSelection);
  const methods: Methods = binding;
  methods.mapping = drawing;
  methods._forceRerender = () => redraw(binding, drawing, view);
  const noteSelection = binding.beforeAllTransactions;
  methods.beforeAllTransactions = () => {
    if (isOdd(drawing)) binding.beforeTransactionSelection ??= NOWHERE;
    else noteSelection();
  };
  methods._prosemirrorChanged = (doc) => {
    binding.doc.transact(() => {
      writeNode(binding, binding.type, doc);
      binding.beforeTransactionSelection = selectionOf(binding, view.state);
    }, ySyncPluginKey);
  };
}

/** Redraws the document as the library does, with the nodes of the drawing. */
function redraw(binding: ProsemirrorBinding, drawing: SharedDrawing, view: EditorView): void {
  binding.mux(() => {
    drawing.clear();
    const { selection, doc, tr } = view.state;
    tr.setMeta('addToHistory', false);
    tr.replace(0, doc.content.size, new Slice(Fragment.from(drawing.nodes()), 0, 0));
    if (binding.beforeTransactionSelection === null) {
      const size = tr.doc.content.size;
      const [anchor, head] = [selection.anchor, selection.head].map((place) => Math.min(place, size));
      tr.setSelection(TextSelection.between(tr.doc.resolve(anchor ?? 0), tr.doc.resolve(head ?? 0)));
    }
    view.dispatch(tr.setMeta(ySyncPluginKey, { isChangeOrigin: true, binding }));
  });
}

/** The positions are null where the library would find wrong ones; the selection is then mapped through the change. */
export const selectionOf = (
  binding: ProsemirrorBinding,
  state: EditorView['state'],
): ReturnType<typeof getRelativeSelection> =>
  isOdd(binding.mapping) ? NOWHERE : getRelativeSelection(binding, state);
