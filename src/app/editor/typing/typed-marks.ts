/** Formats text between typed delimiters that open before and close behind a character, as in CommonMark. */
import { InputRule, markInputRule, type Mark } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { rememberClosed, WORD } from './inner-underscores.ts';

/** Content between underscores; one between two letters is literal. */
const INSIDE_UNDERSCORES = String.raw`(?:[^_]|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}]))*`;

/** Names such as `__init__`, which mean more to people who write them than bold. */
const OF_PROGRAMS =
  /^(?:a?(?:enter|exit|iter|next)|[irl]?(?:add|sub|mul|div|and|or|xor)|all|annotations|bool|builtins|bytes|call|class|contains|del(?:attr|item)?|dict|dir(?:name)?|doc|eq|file(?:name)?|format|future|ge|get(?:attr|attribute|item|state)?|gt|hash|import|index|init|int|invert|le|len|lt|main|missing|mocks|mod|module|name|ne|neg|new|package|path|post_init|pow|proto|qualname|reduce|repr|round|set(?:attr|item|state)?|sizeof|slots|str|tests|typename|version)$/;

type Delimiter = '*' | '**' | '_' | '__' | '~~' | '==';

/** Replaces the input rules of the mark, which would format text between two stray asterisks. */
export const withTypedDelimiters = (mark: Mark, delimiters: readonly Delimiter[]): Mark =>
  mark.extend({
    addInputRules() {
      return delimiters.map((delimiter) => typedMark(delimiter, this.type));
    },
  });

function typedMark(delimiter: Delimiter, type: MarkType): InputRule {
  const sign = delimiter.charAt(0);
  const ends = delimiter.replaceAll('*', String.raw`\*`);
  const inside = sign === '_' ? INSIDE_UNDERSCORES : `[^${sign}]*`;
  const find = new RegExp(String.raw`(?<=^|\s)${ends}(?![\s${sign}])(${inside}[^\s${sign}])${ends}$`, 'u');
  const rule = markInputRule({ find, type });
  return new InputRule({
    find,
    handler: (props) => {
      const { parent, parentOffset } = props.state.doc.resolve(props.range.to);
      const next = parent.textBetween(parentOffset, Math.min(parentOffset + 1, parent.content.size));
      const text = props.match[1] ?? '';
      if (delimiter === '__' && OF_PROGRAMS.test(text)) return null;
      if (WORD.test(next) && (sign === '_' || !WORD.test(text.at(-1) ?? ''))) return null;
      const { from } = props.range;
      if (sign === '_') rememberClosed(props.state.tr, { from, to: from + text.length, type, delimiter });
      return rule.handler(props);
    },
  });
}
