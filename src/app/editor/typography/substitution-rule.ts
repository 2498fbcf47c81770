import { isLiteralPlace, isLiteralWord } from './literal-text.ts';

/** Surroundings of the characters that a rule would replace. */
export interface Place {
  /** Text of the block around them. */
  readonly before: string;
  readonly after: string;
  /** The rest of their word. */
  readonly left: string;
  readonly right: string;
}

/** A replacement for typed characters. */
export interface SubstitutionRule {
  /** Ends at the caret; the whole match is replaced. */
  readonly find: RegExp;
  readonly replace: (typed: string, place: Place) => string;
  /** Whether the characters have this meaning here; without it, always. */
  readonly fits?: (place: Place, typed: string) => boolean;
  /** Whether they have it even in a word that looks like an address or code. */
  readonly fitsInCode?: (place: Place) => boolean;
  /** The end of the line counts as the space that the rule requires. */
  readonly atLineEnd?: true;
}

/** The replacement between `before` and `after`, or `typed` itself where it is literal. */
export function substitute(rule: SubstitutionRule, typed: string, before: string, after: string): string {
  const left = /[^\s\ufffc]*$/u.exec(before)?.[0] ?? '';
  const right = /\s$/u.test(typed) ? '' : (/^[^\s\ufffc]*/u.exec(after)?.[0] ?? '');
  const place = { before, after, left, right };
  if (isLiteralPlace(before) || rule.fits?.(place, typed) === false) return typed;
  if (isLiteralWord(left + typed.trim() + right) && rule.fitsInCode?.(place) !== true) return typed;
  return rule.replace(typed, place);
}

/** Brackets, quotes and Markdown delimiters before a word. */
const OPENING = /^[("'„“”‚‘’[*_~=]*$/u;

export const beginsWord = ({ left }: Place): boolean => OPENING.test(left);
