/** What stands in the text for things in it that are no text; the attributes are written by other people. */
import { cutText } from '#contract/cut-text.ts';
import { MAX_ATTRIBUTE_CHARS, MAX_NAME_CHARS } from '#contract/limits.ts';

type Attributes = Readonly<Record<string, unknown>>;

export const mentionText = ({ label }: Attributes): string =>
  `@${boundedText(label, MAX_NAME_CHARS).trim() || '?'}`;

/** The source of a formula, as LaTeX. */
export const readLatex = ({ latex }: Attributes): string =>
  typeof latex === 'string' ? cutText(latex, MAX_ATTRIBUTE_CHARS) : '';

/** One line, so that what is read from an attribute never looks like more. */
function boundedText(value: unknown, chars: number): string {
  return typeof value === 'string' ? cutText(value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '), chars) : '';
}

/** Null for what has none. */
export function leafText(name: string, attributes: Attributes): string | null {
  switch (name) {
    case 'hardBreak':
      return '\n';
    case 'mention':
      return mentionText(attributes);
    case 'inlineMath':
    case 'blockMath':
      return readLatex(attributes);
    default:
      return null;
  }
}
