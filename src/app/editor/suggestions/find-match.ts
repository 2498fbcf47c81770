import type { ResolvedPos } from '@tiptap/pm/model';
import type { SuggestionMatch } from './suggestion-source.ts';

/** Longer than any match: limits the work per keystroke in long paragraphs. */
const MAX_CHARS = 120;

/** Matches the text before the caret; the first group of `pattern` is the sign with its query. Null in code. */
export function findMatch($position: ResolvedPos, sign: string, pattern: RegExp): SuggestionMatch | null {
  const { parent, parentOffset, pos } = $position;
  if (!parent.isTextblock || parent.type.spec.code) return null;
  const near = parent.textBetween(Math.max(0, parentOffset - MAX_CHARS), parentOffset, undefined, '\n');
  if (!near.includes(sign) || $position.marks().some(({ type }) => type.spec.code)) return null;
  const text = pattern.exec(near)?.[1];
  if (text === undefined) return null;
  return { range: { from: pos - text.length, to: pos }, text, query: text.slice(1) };
}
