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
 * Quotes, dashes, hard spaces, arrows and fractions while typing, never in code, a formula or an address. `lang` is asked at every
 * character, so that another language needs no new editor. Backspace or Undo right after gives back what was typed.
 */
export function typographicSubstitutions(lang: () => string): Extension {
  return Extension.create({
    name: 'typographicSubstitutions',
    // Before Undo of the shared text.
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
      // Enter asks too, and is taken for handled when anything is replaced.
      const typed = text.endsWith('\n') ? null : findTyped(text, rulesFor(lang()));
      return typed && { index: typed.index, text: typed.text, data: { rule: typed.rule } };
    },
    handler: ({ state, range, match }) => {
      const rule: SubstitutionRule | undefined = match.data?.['rule'];
      // The first character after Code was switched on has no code around it yet.
      if (!rule || state.storedMarks?.some((mark) => mark.type.spec.code)) return null;
      const [typed, { from, to }] = [match[0], range];
      const shown = substitute(rule, typed, ...textAround(state.doc, from, to));
      if (shown === typed) return null;
      rememberSubstitution(state.tr.insertText(shown, from, to), { rule, typed, shown, from });
      return undefined;
    },
  });
}

/** What waits for a space that will not come. */
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
