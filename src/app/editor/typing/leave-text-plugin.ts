/**
 * Keys that leave the text. Tab indents in code and in lists and goes on in tables, so after Escape it moves the focus, as
 * WCAG 2.1.2 requires. Mod+Enter leaves a callout or a quote. Arrow Down leaves one at the end of the document.
 */
import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { Plugin, TextSelection, type PluginKey } from '@tiptap/pm/state';

const BOXES: ReadonlySet<string> = new Set(['callout', 'blockquote']);
/** The arrow down also leaves an expanded section. */
const LAST_BOXES: ReadonlySet<string> = new Set([...BOXES, 'details']);

export function leaveText(key: PluginKey, editor: Editor): Plugin {
  let hasEscaped = false;
  const forget = (): boolean => (hasEscaped = false);
  return new Plugin({
    key,
    props: {
      handleKeyDown: (_view, { key: name }) => name === 'ArrowDown' && leaveLastBox(editor),
      handleDOMEvents: {
        keydown: (_view, { key: name }) => {
          // Handled by the browser, not by the editor.
          const isLeaving = hasEscaped && name === 'Tab';
          if (name !== 'Shift') hasEscaped = name === 'Escape';
          return isLeaving;
        },
        mousedown: forget,
        blur: forget,
      },
    },
  });
}

/** Continues in a new paragraph behind the innermost callout or quote. False outside of them. */
export function leaveBox(editor: Editor): boolean {
  const { $head } = editor.state.selection;
  const depth = depthOf($head, BOXES);
  return depth !== null && startParagraph(editor, $head.after(depth));
}

function leaveLastBox(editor: Editor): boolean {
  const { doc, selection } = editor.state;
  const { $head, empty } = selection;
  const isLast = $head.depth > 0 && $head.after(1) === doc.content.size && isAtEnd($head);
  if (!empty || !isLast || !LAST_BOXES.has($head.node(1).type.name)) return false;
  return editor.view.endOfTextblock('down') && startParagraph(editor, doc.content.size);
}

/** Whether a position is in the last line of text of its outermost block. */
function isAtEnd($head: ResolvedPos): boolean {
  for (let depth = 1; depth < $head.depth; depth += 1)
    if ($head.index(depth) < $head.node(depth).childCount - 1) return false;
  return true;
}

function depthOf($head: ResolvedPos, names: ReadonlySet<string>): number | null {
  for (let depth = $head.depth; depth > 0; depth -= 1)
    if (names.has($head.node(depth).type.name)) return depth;
  return null;
}

function startParagraph({ state, view }: Editor, at: number): boolean {
  const { tr, schema } = state;
  const paragraph = schema.nodes['paragraph'];
  if (!paragraph || !view.editable) return false;
  tr.insert(at, paragraph.create());
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
  return true;
}
