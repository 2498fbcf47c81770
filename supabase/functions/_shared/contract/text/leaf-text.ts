/** Plain text for inline nodes. Their attributes are remote input. */
import { cleanLine } from '../clean-line.ts';
import { cutText } from '../cut-text.ts';
import { MAX_ATTRIBUTE_CHARS, MAX_NAME_CHARS } from '../limits.ts';

type Attributes = Readonly<Record<string, unknown>>;

export const mentionText = ({ label }: Attributes): string =>
  `@${boundedText(label, MAX_NAME_CHARS).trim() || '?'}`;

/** The source of a formula, as LaTeX. */
export const readLatex = ({ latex }: Attributes): string =>
  typeof latex === 'string' ? cutText(latex, MAX_ATTRIBUTE_CHARS) : '';

/** Bounded and on one line, so that an attribute cannot pass for more text. */
function boundedText(value: unknown, chars: number): string {
  return typeof value === 'string' ? cutText(cleanLine(value), chars) : '';
}

/** Null for a node without text. */
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
