/** An underscore inside a word does not close emphasis. Formatting applied at one is reverted when the word goes on. */
import { Extension } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';

/** Emphasis just closed by an underscore, with the caret right behind it. */
interface Closed {
  readonly from: number;
  readonly to: number;
  readonly type: MarkType;
  readonly delimiter: string;
}

const key = new PluginKey<Closed | null>('innerUnderscores');

export const WORD = /[\p{L}\p{N}]/u;
const WORD_SO_FAR = /^[\p{L}\p{N}]*$/u;

export const rememberClosed = (tr: Transaction, closed: Closed): Transaction => tr.setMeta(key, closed);

export const InnerUnderscores = Extension.create({
  name: 'innerUnderscores',
  // Before `PlainLetters`, which handles the other letters.
  priority: 1300,
  addProseMirrorPlugins: () => [
    new Plugin<Closed | null>({
      key,
      state: { init: () => null, apply: (tr, closed) => follow(tr.getMeta(key) ?? map(closed, tr), tr) },
      props: {
        handleTextInput: ({ state, dispatch }, from, to, text) => {
          const closed = key.getState(state);
          if (!closed || from !== closed.to || to !== from || !WORD.test(text.charAt(0))) return false;
          dispatch(reopen(state, closed).insertText(text));
          return true;
        },
        handleDOMEvents: {
          // A composition must not be changed while it runs.
          compositionend: (view) => {
            setTimeout(() => {
              const closed = view.isDestroyed ? null : key.getState(view.state);
              if (closed && view.state.selection.head > closed.to) view.dispatch(reopen(view.state, closed));
            });
            return false;
          },
        },
      },
    }),
  ],
});

function map(closed: Closed | null, { mapping }: Transaction): Closed | null {
  return closed && { ...closed, from: mapping.map(closed.from, 1), to: mapping.map(closed.to, -1) };
}

/** Null once the caret has left the word. */
function follow(closed: Closed | null, { doc, selection }: Transaction): Closed | null {
  if (!closed || closed.from >= closed.to || !selection.empty || selection.head < closed.to) return null;
  return WORD_SO_FAR.test(doc.textBetween(closed.to, selection.head, '\n', '\n')) ? closed : null;
}

/** Restores the typed delimiters. */
const reopen = ({ tr }: EditorState, { from, to, type, delimiter }: Closed): Transaction =>
  tr.removeMark(from, to, type).insertText(delimiter, to).insertText(delimiter, from);
