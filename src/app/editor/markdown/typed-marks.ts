/** Formatting that is typed: a delimiter opens before a letter and closes behind one, as CommonMark says it. */
import { InputRule, markInputRule, type Mark } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';

type Delimiter = '*' | '**' | '_' | '__' | '~~' | '==';

/** The mark, typed with these instead of its own, which would take the asterisks of a product for italics. */
export const withTypedDelimiters = (mark: Mark, delimiters: readonly Delimiter[]): Mark =>
  mark.extend({
    addInputRules() {
      return delimiters.map((delimiter) => typedMark(delimiter, this.type));
    },
  });

function typedMark(delimiter: Delimiter, type: MarkType): InputRule {
  const sign = delimiter.charAt(0);
  const ends = delimiter.replaceAll('*', String.raw`\*`);
  const find = new RegExp(String.raw`(?<=^|\s)${ends}(?![\s${sign}])([^${sign}]*[^\s${sign}])${ends}$`);
  const rule = markInputRule({ find, type });
  return new InputRule({
    find,
    handler: (props) => {
      const { parent, parentOffset } = props.state.doc.resolve(props.range.to);
      const next = parent.textBetween(parentOffset, Math.min(parentOffset + 1, parent.content.size));
      const last = props.match[1]?.at(-1) ?? '';
      return WORD.test(next) && (sign === '_' || !WORD.test(last)) ? null : rule.handler(props);
    },
  });
}

const WORD = /[\p{L}\p{N}]/u;
