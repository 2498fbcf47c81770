import { isLiteralPlace, isLiteralWord } from './literal-text.ts';

/** Where characters stand that a rule would replace. */
export interface Place {
  /** The text of the block around them. */
  readonly before: string;
  readonly after: string;
  /** The rest of their word. */
  readonly left: string;
  readonly right: string;
}

/** What is put in place of typed characters. */
export interface SubstitutionRule {
  /** Ends at the caret; all that it matches is replaced. */
  readonly find: RegExp;
  readonly replace: (typed: string, place: Place) => string;
  /** Whether the characters mean this here; without it everywhere. */
  readonly fits?: (place: Place, typed: string) => boolean;
  /** Whether they do even in a word that looks like an address or code. */
  readonly fitsInCode?: (place: Place) => boolean;
  /** A new line is as good as the space that the rule waits for. */
  readonly atLineEnd?: true;
}

/** What stands for the typed characters between these texts: themselves where they are meant as they are. */
export function substitute(rule: SubstitutionRule, typed: string, before: string, after: string): string {
  const left = /[^\s\ufffc]*$/u.exec(before)?.[0] ?? '';
  const right = /\s$/u.test(typed) ? '' : (/^[^\s\ufffc]*/u.exec(after)?.[0] ?? '');
  const place = { before, after, left, right };
  if (isLiteralPlace(before) || rule.fits?.(place, typed) === false) return typed;
  if (isLiteralWord(left + typed.trim() + right) && rule.fitsInCode?.(place) !== true) return typed;
  return rule.replace(typed, place);
}

/** Brackets, quotes and the delimiters of Markdown before a word. */
const OPENING = /^[("'„“”‚‘’[*_~=]*$/u;

export const beginsWord = ({ left }: Place): boolean => OPENING.test(left);
