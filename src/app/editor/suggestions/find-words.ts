import type { ResolvedPos } from '@tiptap/pm/model';
import type { SuggestionMatch } from './suggestion-source.ts';

/** What a pattern finds before the caret, a sign and more as its first group; null in code, where signs are only signs. */
export function findWords($position: ResolvedPos, pattern: RegExp): SuggestionMatch | null {
  const { parent, parentOffset, pos } = $position;
  if (!parent.isTextblock || parent.type.spec.code) return null;
  if ($position.marks().some(({ type }) => type.spec.code)) return null;
  const text = pattern.exec(parent.textBetween(0, parentOffset, undefined, '\n'))?.[1];
  if (text === undefined) return null;
  return { range: { from: pos - text.length, to: pos }, text, query: text.slice(1) };
}
