/** What is put in place of typed characters, by the language of the text. */
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

/** Also after the delimiters of Markdown that begin a word. */
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

/** A line never ends with a preposition or conjunction of one letter; a variable is none. */
const HARD_SPACE: SubstitutionRule = {
  find: /(?<=(?:^|[\s(„‚–])[ksvzouai]) $/iu,
  replace: () => '\u00a0',
  fits: ({ before, after }) => !isInEquation(before) && !/^[-=<>+*/%&|!^≠←→±×]/.test(after),
};

const ENGLISH_RULES = rulesOf(ENGLISH);
const CZECH_RULES = [...rulesOf(CZECH), HARD_SPACE];

/** `lang` is a BCP 47 tag; other languages than Czech are written as English is. */
export const rulesFor = (lang: string): readonly SubstitutionRule[] =>
  /^cs\b/i.test(lang) ? CZECH_RULES : ENGLISH_RULES;

/** Inside another opening quote one opens, after a closing one it closes: the same sign is both in two languages. */
function opens(before: string, [open]: Marks['double'], closing: string): boolean {
  const last = before.at(-1) ?? '';
  return OPENS_AFTER.test(before) && last !== open && (last === '' || !closing.includes(last));
}

const isOpen = (before: string, [open, close]: Marks['double']): boolean =>
  before.lastIndexOf(open) > before.lastIndexOf(close);

/** Quotes stand around an address or code, and are not of it. */
const standsAround = (place: Place, quotes: Marks['double']): boolean =>
  beginsWord(place) || (isOpen(place.before, quotes) && /^\p{P}*$/u.test(place.right));

function doubleQuotes(quotes: Marks['double'], closing: string): SubstitutionRule {
  // Straight are those of code, of inches, and what closes what was opened by a straight one.
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
  // Feet and minutes are straight, but not after a year.
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

/** '90s leave something out, and so does a quote between two letters. */
function singleQuote({ before, after }: Place, quotes: Marks['single'], closing: string): string {
  if (opens(before, quotes, closing)) return /^\d\d(?!\d)/.test(after) ? APOSTROPHE : quotes[0];
  return isOpen(before, quotes) && !/^\p{L}/u.test(after) ? quotes[1] : APOSTROPHE;
}

/** Neither an option (`--all`) nor a decrement (`i--`), nor a part of a path or an arrow. */
function isDash(place: Place): boolean {
  const { left, right } = place;
  if (beginsWord(place)) return !/^[\p{L}\d>=]/u.test(right);
  return !/^[a-z]$|\/|[-<!]$|^\p{Ll}+\p{Lu}/u.test(left) && !/^[>=;]/.test(right);
}

/** Before a number that is not the first of two. */
const NUMBERED =
  /(?:ISBN|ISSN|IBAN|PSČ|IČO?|DIČ|tel|phone|fax|mobil|call|volejte)[.:]*\s[\d\s-]*$|\+\d[\d\s()-]*$|\d\s\d+$/iu;

/** From a smaller number to a larger one; three digits and four are a telephone number. */
function isRange({ before, after }: Place, typed: string): boolean {
  const first = /\d+$/.exec(before)?.[0] ?? '';
  const second = /\d+/.exec(typed)?.[0] ?? '';
  const isTelephone = first.length === 3 && second.length === 4;
  const isCode = first.startsWith('0') && first.length !== second.length;
  const goesOn = !/[\s)]$/u.test(typed) && /^[\p{L}\d]/u.test(after);
  const isOther = isTelephone || isCode || goesOn || NUMBERED.test(before) || isInEquation(before);
  return Number(first) < Number(second) && !isOther;
}
