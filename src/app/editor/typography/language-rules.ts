/** Typographic substitutions per language of the text. */
import { isInEquation } from './literal-text.ts';
import { isInStraightQuotes } from './straight-quotes.ts';
import { SIGN_RULES } from './sign-rules.ts';
import { beginsWord, type Place, type SubstitutionRule } from './substitution-rule.ts';

interface Marks {
  readonly double: readonly [open: string, close: string];
  readonly single: readonly [open: string, close: string];
  readonly longDash: string;
}

const ENGLISH: Marks = { double: ['“', '”'], single: ['‘', '’'], longDash: '—' };
const CZECH: Marks = { double: ['„', '“'], single: ['‚', '‘'], longDash: '–' };
const APOSTROPHE = '’';

/** Opening position, also behind Markdown delimiters at the start of a word. */
const OPENS_AFTER = /(?:(?:^|\s)[*_~=]{0,3}|[([{<–—„‚"'“‘/])$/u;

const rulesOf = ({ double, single, longDash }: Marks): SubstitutionRule[] => [
  doubleQuotes(double, double[1] + single[1]),
  singleQuotes(single, double[1] + single[1]),
  { find: /--$/, replace: () => longDash, fits: isDash },
  { find: /(?<=\S[ \u00a0])- $/u, replace: () => '– ', fits: ({ before }) => !isInEquation(before) },
  {
    find: /(?<=(?:^|[\s(„“])\d{1,4})-\d{1,4}[\s.,;:)]$/u,
    replace: (typed) => typed.replace('-', '–'),
    fits: isRange,
    atLineEnd: true,
  },
  ...SIGN_RULES,
];

/** A Czech line must not end with a one-letter preposition or conjunction; variables get a normal space. */
const HARD_SPACE: SubstitutionRule = {
  find: /(?<=(?:^|[\s(„‚–])[ksvzouai]) $/iu,
  replace: () => '\u00a0',
  fits: ({ before, after }) => !isInEquation(before) && !/^[-=<>+*/%&|!^≠←→±×]/.test(after),
};

const ENGLISH_RULES = rulesOf(ENGLISH);
const CZECH_RULES = [...rulesOf(CZECH), HARD_SPACE];

/** `lang` is a BCP 47 tag; languages other than Czech use the English rules. */
export const rulesFor = (lang: string): readonly SubstitutionRule[] =>
  /^cs\b/i.test(lang) ? CZECH_RULES : ENGLISH_RULES;

/** The same sign opens in one language and closes in another, so the preceding quote decides. */
function opens(before: string, [open]: Marks['double'], closing: string): boolean {
  const last = before.at(-1) ?? '';
  return OPENS_AFTER.test(before) && last !== open && (last === '' || !closing.includes(last));
}

const isOpen = (before: string, [open, close]: Marks['double']): boolean =>
  before.lastIndexOf(open) > before.lastIndexOf(close);

/** Whether the quotes surround an address or code rather than belong to it. */
const standsAround = (place: Place, quotes: Marks['double']): boolean =>
  beginsWord(place) || (isOpen(place.before, quotes) && /^\p{P}*$/u.test(place.right));

function doubleQuotes(quotes: Marks['double'], closing: string): SubstitutionRule {
  // Quotes stay straight in code, behind inches, and when they close a straight quote.
  const isCurly = ({ before, left }: Place): boolean =>
    !/[=[{\\]$|\d['′’]\d+$/u.test(left) &&
    !(/\d$/.test(left) && !isOpen(before, quotes)) &&
    !isInStraightQuotes(before, '"');
  return {
    find: /"$/,
    replace: (_, { before }) => (opens(before, quotes, closing) ? quotes[0] : quotes[1]),
    fits: isCurly,
    fitsInCode: (place) => standsAround(place, quotes),
  };
}

function singleQuotes(quotes: Marks['single'], closing: string): SubstitutionRule {
  // Feet and minutes stay straight, except behind a year.
  const isCurly = ({ before, left }: Place): boolean =>
    !/[=[{\\]$/.test(left) &&
    !(/(?<!\d{3})\d$/.test(left) && !isOpen(before, quotes)) &&
    !isInStraightQuotes(before, "'");
  const isApostrophe = ({ left, right }: Place): boolean =>
    /^[\p{P}]*[\p{L}\d.’-]*\p{L}$/u.test(left) && /^\p{L}*\p{P}*$/u.test(right);
  return {
    find: /'$/,
    replace: (_, place) => singleQuote(place, quotes, closing),
    fits: isCurly,
    fitsInCode: (place) => standsAround(place, quotes) || isApostrophe(place),
  };
}

/** A quote marks an omission in '90s and between two letters. */
function singleQuote({ before, after }: Place, quotes: Marks['single'], closing: string): string {
  if (opens(before, quotes, closing)) return /^\d\d(?!\d)/.test(after) ? APOSTROPHE : quotes[0];
  return isOpen(before, quotes) && !/^\p{L}/u.test(after) ? quotes[1] : APOSTROPHE;
}

/** `--` between the options and the files of a command. */
const AFTER_OPTION = /(?:^|\s)--?[\p{L}\d][^\s]*\s$/u;

/** Not an option (`--all`), a decrement (`i--`), or a part of a path or an arrow. */
function isDash(place: Place): boolean {
  const { before, left, right } = place;
  if (beginsWord(place) && AFTER_OPTION.test(before)) return false;
  if (beginsWord(place)) return !/^[\p{L}\d>=]/u.test(right);
  return !/^[a-z]$|\/|[-<!]$|^\p{Ll}+\p{Lu}/u.test(left) && !/^[>=;]/.test(right);
}

/** Text that makes the next number an identifier, not the start of a range. */
const NUMBERED =
  /(?:ISBN|ISSN|IBAN|PSČ|IČO?|DIČ|tel|phone|fax|mobil|call|volejte)[.:]*\s[\d\s-]*$|\+\d[\d\s()-]*$|\d\s\d+$/iu;

/** Ranges go from a smaller to a larger number; three digits and four are a telephone number. */
function isRange({ before, after }: Place, typed: string): boolean {
  const first = /\d+$/.exec(before)?.[0] ?? '';
  const second = /\d+/.exec(typed)?.[0] ?? '';
  const isTelephone = first.length === 3 && second.length === 4;
  const isCode = first.startsWith('0') && first.length !== second.length;
  const goesOn = !/[\s)]$/u.test(typed) && /^[\p{L}\d]/u.test(after);
  const isOther = isTelephone || isCode || goesOn || NUMBERED.test(before) || isInEquation(before);
  return Number(first) < Number(second) && !isOther;
}
