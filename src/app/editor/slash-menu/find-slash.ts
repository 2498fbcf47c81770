import type { ResolvedPos } from '@tiptap/pm/model';

export interface SlashMatch {
  /** The slash and what follows it, up to the caret. */
  readonly range: { readonly from: number; readonly to: number };
  readonly text: string;
  /** What follows the slash. */
  readonly query: string;
}

/** At the start of a block, a line or a word; a letter must follow, as after none of `1 / 2`, `//` and `/ or`. */
const SLASH = /(?:^|\s)(\/(?:\p{L}[^/]{0,40})?)$/u;

/** The slash that the caret follows; null where it means something else, and in code. */
export function findSlash($position: ResolvedPos): SlashMatch | null {
  const { parent, parentOffset, pos } = $position;
  if (!parent.isTextblock || parent.type.spec.code) return null;
  if ($position.marks().some(({ type }) => type.spec.code)) return null;
  const text = SLASH.exec(parent.textBetween(0, parentOffset, undefined, '\n'))?.[1];
  if (text === undefined) return null;
  return { range: { from: pos - text.length, to: pos }, text, query: text.slice(1) };
}
