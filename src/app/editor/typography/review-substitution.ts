/** Reviews substitutions while their word goes on: `3×5` may become `3x5.png`. */
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

/** Substitutions in the word at the caret. */
const key = new PluginKey<readonly Substitution[]>('reviewSubstitution');

export const rememberSubstitution = (tr: Transaction, substitution: Substitution): Transaction =>
  tr.setMeta(key, [substitution]);

export const ReviewSubstitution = Extension.create({
  name: 'reviewSubstitution',
  // Before `PlainLetters`, which handles the other letters.
  priority: 1300,
  addProseMirrorPlugins: () => [
    new Plugin<readonly Substitution[]>({
      key,
      state: { init: () => [], apply: follow },
      props: {
        handleTextInput: ({ state, dispatch, composing }, from, to, text) => {
          const isInWord = from === to && !composing && !/\s/u.test(text);
          const tr = isInWord ? review(state, text) : null;
          if (tr) dispatch(tr);
          return tr !== null;
        },
        handleDOMEvents: {
          // A composition must not be changed while it runs.
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

function follow(tr: Transaction, known: readonly Substitution[]): readonly Substitution[] {
  const added: readonly Substitution[] = tr.getMeta(key) ?? [];
  if (known.length + added.length === 0) return known;
  const moved = known.map((one) => ({ ...one, from: tr.mapping.map(one.from, 1) }));
  return [...moved, ...added].filter((one) => isInWord(one, tr));
}

/** Whether the substitution is unchanged and the caret is behind it in the same word. */
function isInWord({ from, shown }: Substitution, { selection }: Transaction): boolean {
  const { $head, head, empty } = selection;
  const start = $head.parentOffset - (head - from);
  if (!empty || start < 0 || head < from + shown.length) return false;
  const word = $head.parent.textBetween(start, $head.parentOffset, null, ' ');
  return word.startsWith(shown) && !/\s/u.test(word.slice(shown.length));
}

/** Inserts `text` and updates the substitutions of the word; null when none changes. */
function review(state: EditorState, text: string): Transaction | null {
  const { head } = state.selection;
  const now = (key.getState(state) ?? []).map((one) => {
    const to = one.from + one.shown.length;
    const [before, after] = textAround(state.doc, one.from, to);
    const soFar = after.slice(0, head - to);
    const next = soFar + text + after.slice(soFar.length);
    return { one, to, shown: substitute(one.rule, one.typed, before, next) };
  });
  const changed = now.filter(({ one, shown }) => shown !== one.shown);
  if (changed.length === 0) return null;
  const tr = state.tr.insertText(text, head);
  // From the end, so that earlier positions stay valid.
  for (const { one, to, shown } of changed.toReversed()) tr.insertText(shown, one.from, to);
  const again = changed.map(({ one, shown }) => ({ ...one, shown, from: tr.mapping.map(one.from, -1) }));
  return tr.setMeta(key, again);
}
