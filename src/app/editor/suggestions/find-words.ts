import type { ResolvedPos } from '@tiptap/pm/model';
import type { SuggestionMatch } from './suggestion-source.ts';

/** More than any pattern takes: the rest of a long paragraph need not be looked at with every letter. */
const MAX_CHARS = 120;

/** What a pattern finds before the caret, a sign and more as its first group; null in code, where signs are only signs. */
export function findWords($position: ResolvedPos, sign: string, pattern: RegExp): SuggestionMatch | null {
  const { parent, parentOffset, pos } = $position;
  if (!parent.isTextblock || parent.type.spec.code) return null;
  const near = parent.textBetween(Math.max(0, parentOffset - MAX_CHARS), parentOffset, undefined, '\n');
  if (!near.includes(sign) || $position.marks().some(({ type }) => type.spec.code)) return null;
  const text = pattern.exec(near)?.[1];
  if (text === undefined) return null;
  return { range: { from: pos - text.length, to: pos }, text, query: text.slice(1) };
}
