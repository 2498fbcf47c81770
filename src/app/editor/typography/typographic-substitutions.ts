import { Extension, InputRule, type InputRuleFinder } from '@tiptap/core';
import { Typography } from '@tiptap/extension-typography';
import { rulesFor } from './language-rules.ts';

/** A formula is being typed. */
const FORMULA = /\$\$[^$]*$/;

/** What differs between languages is in `language-rules.ts`. */
const CommonSigns = Typography.extend({
  addInputRules() {
    return (this.parent?.() ?? []).map(
      ({ find, handler }) =>
        new InputRule({ find: find instanceof RegExp ? outsideFormulas(find) : find, handler }),
    );
  },
}).configure({
  openDoubleQuote: false,
  closeDoubleQuote: false,
  openSingleQuote: false,
  closeSingleQuote: false,
  emDash: false,
});

const outsideFormulas =
  (sign: RegExp): InputRuleFinder =>
  (text) => {
    const match = FORMULA.test(text) ? null : sign.exec(text);
    return match && { index: match.index, text: match[0], ...(match[1] ? { replaceWith: match[1] } : {}) };
  };

/**
 * Quotes, dashes, hard spaces, arrows and fractions while typing, never in code, a formula or an address. `lang` is asked at every
 * character, so that another language needs no new editor. Backspace or Undo right after gives back what was typed.
 */
export function typographicSubstitutions(lang: () => string): Extension {
  return Extension.create({
    name: 'typographicSubstitutions',
    // Before Undo of the shared text.
    priority: 1100,
    addExtensions: () => [CommonSigns],
    addInputRules: () => [languageRule(lang)],
    addKeyboardShortcuts() {
      const giveBack = (): boolean => this.editor.commands.undoInputRule();
      return { 'Mod-z': giveBack, Backspace: giveBack };
    },
  });
}

const ADDRESS = /(?:^|\s)\S*(?::\/\/|www\.)\S*$/;

function languageRule(lang: () => string): InputRule {
  return new InputRule({
    find: (text) => {
      if (ADDRESS.test(text) || FORMULA.test(text)) return null;
      for (const { find, replace } of rulesFor(lang())) {
        const match = find.exec(text);
        if (!match) continue;
        const substitute = replace(match[0], text.slice(0, match.index));
        if (substitute !== match[0]) return { index: match.index, text: match[0], data: { substitute } };
      }
      return null;
    },
    handler: ({ state, range, match }) => {
      // The first character after Code was switched on has no code around it yet.
      if (state.storedMarks?.some((mark) => mark.type.spec.code)) return null;
      state.tr.insertText(String(match.data?.['substitute']), range.from, range.to);
      return undefined;
    },
  });
}
