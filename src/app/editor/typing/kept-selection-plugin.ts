import { NodeSelection, Plugin, type EditorState, type PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { readSelection } from '../binding/fresh-selection.ts';

/** Draws the selection while the focus is elsewhere, as in a menu, a card or the field of a comment. */
export function keptSelection(key: PluginKey<boolean>): Plugin<boolean> {
  const keep = (view: EditorView, isKept: boolean): void => {
    if (key.getState(view.state) !== isKept) view.dispatch(view.state.tr.setMeta(key, isKept));
  };
  let isPressed = false;
  const release = (): void => void (isPressed = false);
  return new Plugin<boolean>({
    key,
    state: { init: () => false, apply: (tr, isKept) => (tr.getMeta(key) as boolean | undefined) ?? isKept },
    view: () => {
      for (const name of ENDS) document.addEventListener(name, release, true);
      return {
        destroy: () => {
          for (const name of ENDS) document.removeEventListener(name, release, true);
        },
      };
    },
    props: {
      decorations: (state) => (key.getState(state) === true ? drawSelection(state) : null),
      handleDOMEvents: {
        mousedown: () => {
          isPressed = true;
          return false;
        },
        blur: (view) => {
          keep(view, view.editable && view.dragging === null);
          return false;
        },
        focus: (view) => {
          if (isPressed) afterPress(view, keep);
          else keep(view, false);
          return false;
        },
      },
    },
  });
}

const ENDS = ['pointerup', 'dragend'] as const;

/** The press that gave the focus selects in a moment: until then a drawing would put the old selection back. */
function afterPress(view: EditorView, keep: (view: EditorView, isKept: boolean) => void): void {
  const end = (): void => {
    for (const name of [...ENDS, 'selectionchange']) document.removeEventListener(name, end);
    if (view.isDestroyed) return;
    readSelection(view);
    keep(view, !view.hasFocus());
  };
  for (const name of [...ENDS, 'selectionchange']) document.addEventListener(name, end);
}

function drawSelection({ doc, selection }: EditorState): DecorationSet | null {
  if (selection.empty || selection instanceof NodeSelection) return null;
  const { from, to } = selection;
  return DecorationSet.create(doc, [Decoration.inline(from, to, { class: 'kept-selection' })]);
}
