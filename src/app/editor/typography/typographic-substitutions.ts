import { Extension, InputRule } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';
import { rulesFor } from './language-rules.ts';
import { rememberSubstitution, ReviewSubstitution } from './review-substitution.ts';
import { substitute, type SubstitutionRule } from './substitution-rule.ts';
import { textAround } from './text-around.ts';

interface Typed {
  readonly rule: SubstitutionRule;
  readonly index: number;
  readonly text: string;
}

/**
 * Substitutes quotes, dashes, hard spaces, arrows and fractions during typing, except in code, formulas and addresses.
 * `lang` is read with each character, so that a new language needs no new editor. Backspace or Undo right after
 * restores the typed characters.
 */
export function typographicSubstitutions(lang: () => string): Extension {
  return Extension.create({
    name: 'typographicSubstitutions',
    // Before the undo of the shared text.
    priority: 1100,
    addExtensions: () => [ReviewSubstitution],
    addInputRules: () => [languageRule(lang)],
    addKeyboardShortcuts() {
      const giveBack = (): boolean => this.editor.commands.undoInputRule();
      const endLine = (): boolean => {
        const { state, view } = this.editor;
        const tr = substituteAtLineEnd(state, lang());
        if (tr) view.dispatch(tr);
        return false;
      };
      return { 'Mod-z': giveBack, Backspace: giveBack, Enter: endLine, 'Shift-Enter': endLine };
    },
  });
}

function findTyped(text: string, rules: readonly SubstitutionRule[]): Typed | null {
  for (const rule of rules) {
    const match = rule.find.exec(text);
    if (match) return { rule, index: match.index, text: match[0] };
  }
  return null;
}

function languageRule(lang: () => string): InputRule {
  return new InputRule({
    find: (text) => {
      // Enter also runs input rules, and would count as handled after a substitution.
      const typed = text.endsWith('\n') ? null : findTyped(text, rulesFor(lang()));
      return typed && { index: typed.index, text: typed.text, data: { rule: typed.rule } };
    },
    handler: ({ state, range, match }) => {
      const rule: SubstitutionRule | undefined = match.data?.['rule'];
      // The first character after the code mark is turned on has no mark yet.
      if (!rule || state.storedMarks?.some((mark) => mark.type.spec.code)) return null;
      const [typed, { from, to }] = [match[0], range];
      const shown = substitute(rule, typed, ...textAround(state.doc, from, to));
      if (shown === typed) return null;
      rememberSubstitution(state.tr.insertText(shown, from, to), { rule, typed, shown, from });
      return undefined;
    },
  });
}

/** Applies rules that still wait for a space at the end of a line. */
function substituteAtLineEnd({ selection, doc, tr }: EditorState, lang: string) {
  const { $from, empty, from } = selection;
  if (!empty || $from.parent.type.spec.code || $from.marks().some((mark) => mark.type.spec.code)) return null;
  const rules = rulesFor(lang).filter(({ atLineEnd }) => atLineEnd);
  const [before] = textAround(doc, from, from);
  const typed = findTyped(`${before} `, rules);
  if (!typed) return null;
  const start = from - (typed.text.length - 1);
  const shown = substitute(typed.rule, typed.text, before.slice(0, typed.index), '');
  return shown === typed.text ? null : tr.insertText(shown.slice(0, -1), start, from);
}
