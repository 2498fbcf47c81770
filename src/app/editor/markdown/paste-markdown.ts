import { Extension } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { later } from '../../ui/load-later.tsx';
import { PREVENT_AUTOLINK } from '../links/autolink.ts';
import { looksLikeMarkdown } from './looks-like-markdown.ts';

const reading = later(() => import('./from-markdown.ts'));

/**
 * Pasted plain text that is Markdown becomes what it says, in a second step: Undo gives the plain text back. Pasting as
 * plain text leaves it alone.
 */
export const PasteMarkdown = Extension.create({
  name: 'pasteMarkdown',
  addProseMirrorPlugins: () => [pasteMarkdown()],
});

function pasteMarkdown(): Plugin {
  let asPlainText = false;
  return new Plugin({
    key: new PluginKey('pasteMarkdown'),
    props: {
      handleDOMEvents: {
        keydown: (_view, event) => {
          asPlainText = event.shiftKey;
          return false;
        },
      },
      handlePaste(view, { clipboardData }, slice) {
        const text = clipboardData?.getData('text/plain') ?? '';
        const isRich = clipboardData?.getData('text/html') !== '';
        const inCode = view.state.selection.$from.parent.type.spec.code === true;
        if (isRich || asPlainText || inCode || !looksLikeMarkdown(text)) return false;
        void insertMarkdown(view, text, slice);
        return true;
      },
    },
  });
}

async function insertMarkdown(view: EditorView, text: string, slice: Slice): Promise<void> {
  const { from } = view.state.selection;
  view.dispatch(view.state.tr.replaceSelection(slice).setMeta(PREVENT_AUTOLINK, true).scrollIntoView());
  const to = view.state.selection.from;
  const pasted = view.state.doc.slice(from, to);
  await reading.ask();
  // It cannot be had now.
  const part = reading.read();
  if (!part) return;
  const { doc, schema, tr } = view.state;
  // Somebody wrote there or above meanwhile: what was pasted stays plain.
  if (view.isDestroyed || !view.editable || to > doc.content.size || !doc.slice(from, to).eq(pasted)) return;
  const undo: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(view.state);
  undo?.undoManager.stopCapturing();
  const { $from, $to } = { $from: doc.resolve(from), $to: doc.resolve(to) };
  const whole = $from.depth === 1 && $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size;
  const range = whole ? { from: $from.before(), to: $to.after() } : { from, to };
  const content = Slice.maxOpen(part.fromMarkdown(schema, text).content);
  if (whole) tr.replaceWith(range.from, range.to, content.content);
  else tr.replaceRange(range.from, range.to, content);
  view.dispatch(tr.setMeta(PREVENT_AUTOLINK, true).scrollIntoView());
}
