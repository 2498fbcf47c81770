/** An underscore inside a word closes nothing: what was formatted at one is given back when the word goes on. */
import { Extension } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';

/** What has just been typed between underscores, with the caret right behind it. */
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
  // Before plain letters, which take the rest.
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
          // What is being composed must not be changed under the hands.
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

/** Null once the caret is elsewhere than in the same word. */
function follow(closed: Closed | null, { doc, selection }: Transaction): Closed | null {
  if (!closed || closed.from >= closed.to || !selection.empty || selection.head < closed.to) return null;
  return WORD_SO_FAR.test(doc.textBetween(closed.to, selection.head, '\n', '\n')) ? closed : null;
}

/** As it was typed. */
const reopen = ({ tr }: EditorState, { from, to, type, delimiter }: Closed): Transaction =>
  tr.removeMark(from, to, type).insertText(delimiter, to).insertText(delimiter, from);
