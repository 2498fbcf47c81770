/** What is put in place of typed characters, by the language of the text. A rule sees the text up to the caret. */

export interface SubstitutionRule {
  /** Ends at the caret; all that it matches is replaced. */
  readonly find: RegExp;
  readonly replace: (typed: string, before: string) => string;
}

interface Marks {
  readonly double: readonly [open: string, close: string];
  readonly single: readonly [open: string, close: string];
  readonly longDash: string;
}

const ENGLISH: Marks = { double: ['“', '”'], single: ['‘', '’'], longDash: '—' };
const CZECH: Marks = { double: ['„', '“'], single: ['‚', '‘'], longDash: '–' };
const APOSTROPHE = '’';

const OPENS_AFTER = /(?:^|[\s([{<–—„‚"'“‘/])$/u;

const rulesOf = ({ double, single, longDash }: Marks): SubstitutionRule[] => [
  { find: /"$/, replace: (_, before) => (opens(before, double) ? double[0] : double[1]) },
  { find: /'$/, replace: (_, before) => singleQuote(before, single) },
  { find: /--$/, replace: () => longDash },
  { find: /(?<=\S[ \u00a0])- $/u, replace: () => '– ' },
  { find: /(?<=(?:^|[\s(„“])\d{1,4})-\d{1,4}[\s.,;:)]$/u, replace: range },
];

/** A line never ends with a preposition or conjunction of one letter. */
const HARD_SPACE: SubstitutionRule = {
  find: /(?<=(?:^|[\s(„‚–])[ksvzouai]) $/iu,
  replace: () => '\u00a0',
};

const ENGLISH_RULES = rulesOf(ENGLISH);
const CZECH_RULES = [...rulesOf(CZECH), HARD_SPACE];

/** `lang` is a BCP 47 tag; other languages than Czech are written as English is. */
export const rulesFor = (lang: string): readonly SubstitutionRule[] =>
  /^cs\b/i.test(lang) ? CZECH_RULES : ENGLISH_RULES;

/** A quote after an opening one opens, after a closing one it closes: the same sign is both in two languages. */
function opens(before: string, [open, close]: Marks['double']): boolean {
  if (!OPENS_AFTER.test(before)) return false;
  return before.at(-1) !== close || open === close;
}

function singleQuote(before: string, single: Marks['single']): string {
  if (opens(before, single)) return single[0];
  const isOpen = before.lastIndexOf(single[0]) > before.lastIndexOf(single[1]);
  return isOpen ? single[1] : APOSTROPHE;
}

/** From a smaller number to a larger one; three digits and four are a telephone number. */
function range(typed: string, before: string): string {
  const first = /\d+$/.exec(before)?.[0] ?? '';
  const second = /\d+/.exec(typed)?.[0] ?? '';
  const isTelephone = first.length === 3 && second.length === 4;
  return Number(first) < Number(second) && !isTelephone ? typed.replace('-', '–') : typed;
}
