/** What was put in place of characters is looked at again while their word goes on: `3×5` may become `3x5.png`. */
import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { substitute, type SubstitutionRule } from './substitution-rule.ts';
import { textAround } from './text-around.ts';

interface Substitution {
  readonly rule: SubstitutionRule;
  readonly typed: string;
  readonly shown: string;
  readonly from: number;
}

const key = new PluginKey<Substitution | null>('reviewSubstitution');

export const rememberSubstitution = (tr: Transaction, substitution: Substitution): Transaction =>
  tr.setMeta(key, substitution);

export const ReviewSubstitution = Extension.create({
  name: 'reviewSubstitution',
  // Before plain letters, which take the rest.
  priority: 1300,
  addProseMirrorPlugins: () => [
    new Plugin<Substitution | null>({
      key,
      state: { init: () => null, apply: (tr, last) => follow(tr.getMeta(key) ?? map(last, tr), tr) },
      props: {
        handleTextInput: ({ state, dispatch }, from, to, text) => {
          const tr = from === to && !/\s/u.test(text) ? review(state, text) : null;
          if (tr) dispatch(tr);
          return tr !== null;
        },
        handleDOMEvents: {
          // What is being composed must not be changed under the hands.
          compositionend: (view) => {
            setTimeout(() => {
              const tr = view.isDestroyed ? null : review(view.state, '');
              if (tr) view.dispatch(tr);
            });
            return false;
          },
        },
      },
    }),
  ],
});

const map = (last: Substitution | null, { mapping, docChanged }: Transaction): Substitution | null =>
  last && docChanged ? { ...last, from: mapping.map(last.from, 1) } : last;

/** Null once it is not there any more, or the caret is elsewhere than in the same word. */
function follow(last: Substitution | null, { selection }: Transaction): Substitution | null {
  const to = last ? last.from + last.shown.length : 0;
  if (!last || !selection.empty || selection.head < to) return null;
  const { parent, parentOffset } = selection.$head;
  const start = parentOffset - (selection.head - last.from);
  if (start < 0) return null;
  const word = parent.textBetween(start, parentOffset, null, ' ');
  return word.startsWith(last.shown) && !/\s/u.test(word.slice(last.shown.length)) ? last : null;
}

/** The next characters of the word, and what they make of the substitution; null when it stays. */
function review(state: EditorState, text: string): Transaction | null {
  const last = key.getState(state);
  if (!last) return null;
  const { head } = state.selection;
  const to = last.from + last.shown.length;
  const [before, after] = textAround(state.doc, last.from, to);
  const soFar = after.slice(0, head - to);
  const shown = substitute(last.rule, last.typed, before, soFar + text + after.slice(soFar.length));
  if (shown === last.shown) return null;
  const tr = state.tr.insertText(text, head).insertText(shown, last.from, to);
  return rememberSubstitution(tr, { ...last, shown });
}
