/** Signs typed as several characters, in all languages. */
import { isInEquation, isLiteralWord } from './literal-text.ts';
import { beginsWord, type Place, type SubstitutionRule } from './substitution-rule.ts';

/** Words before a number, with which `1/2` is not a fraction. */
const NUMBERED = /(?:^|[\s(])(?:č|čp|čís|čj|str|ul|odst|no|nr|pages?|part|kap|díl)\.?\s$/iu;
const STREET = /[\p{L}\d,]\s\p{Lu}\p{L}+\s$/u;

const fraction = (typed: string, sign: string): SubstitutionRule => ({
  find: new RegExp(String.raw`(?<=^|\s)${typed}\s$`, 'u'),
  replace: (found) => sign + found.slice(typed.length),
  fits: ({ before }) => !NUMBERED.test(before) && !STREET.test(before) && !isInEquation(before),
  atLineEnd: true,
});

/** A whole product and its possible end: a unit, a bracket, punctuation. */
const PRODUCT =
  /^[("„“‚‘[]*[-+−±~]?(?!0x)\d+(?:[.,]\d+)?(?:\s?[x*×]\s?\d+(?:[.,]\d+)?)+(?:\p{L}{1,3}[²³]?|%)?[)"“”’\].,;:!?…]*$/u;

const isProduct = ({ before, right }: Place, typed: string): boolean => {
  const left = /\S+\s?$/u.exec(before)?.[0] ?? '';
  return PRODUCT.test(left + typed + right) && !(typed.startsWith('*') && isInEquation(before));
};

/** Behind a name or alone: `Acme(r)`, but not `sqrt(r)`, `(r)evolution` or the third of `(a) … (b) … (c)`. */
const marksName = (place: Place): boolean =>
  (beginsWord(place) || /^\p{Lu}[\p{L}\d-]+$/u.test(place.left)) && !/^\p{L}/u.test(place.right);

/** Words before `(c)` or `(r)` that make it an item of something. */
const PARTS = new Set(
  (
    'section sec. sect. subsection paragraph para para. article art. clause item point part chapter option answer ' +
    'schedule annex appendix rule case figure fig. table step see bod odst. odstavec písm. písmeno čl. článek část ' +
    'kapitola příloha varianta možnost odpověď krok obrázek obr. tabulka tab. viz'
  ).split(' '),
);

const wordBefore = ({ before }: Place): string =>
  /(\S+)\s$/u.exec(before)?.[1]?.replace(/^["„“‚‘(]+/, '') ?? '';

const isItem = (place: Place): boolean =>
  /\([abq]\)/.test(place.before) || PARTS.has(wordBefore(place).toLowerCase());

/** `(c)` begins a line or a sentence, or follows a name or the word: `Copyright (c) 2026`, `Acme (c)`. */
function isCopyright(place: Place): boolean {
  const word = wordBefore(place);
  return word === '' || /^copyright$/i.test(word) || /^\p{Lu}|[.!?|•–—]$/u.test(word);
}

const mark = (typed: string, sign: string): SubstitutionRule => ({
  find: new RegExp(String.raw`\(${typed}\)$`),
  replace: () => sign,
  fits: marksName,
  fitsInCode: marksName,
});

const power = (digit: string, sign: string): SubstitutionRule => ({
  find: new RegExp(String.raw`\^${digit}$`),
  replace: () => sign,
  fits: ({ left, right }) => /[\p{L}\d)\]]$/u.test(left) && !/^(?:[\d^_{(\p{L}]|[.,]\d)/u.test(right),
});

/** Not a spread before a name in brackets, nor a range such as `0...n`. */
const isEllipsis = ({ before, left, right }: Place): boolean =>
  !/[./]$/.test(left) &&
  !right.startsWith('/') &&
  !(/^[\p{L}$_]/u.test(right) && /\[[^\]]*$/.test(before)) &&
  !(/\d$|^[([]*\p{L}$/u.test(left) && /^[\p{L}\d]/u.test(right));

/** Stands alone, and not behind code. */
const isOperator = (place: Place): boolean =>
  beginsWord(place) && !isLiteralWord(/\S+(?=\s$)/u.exec(place.before)?.[0] ?? '');

export const SIGN_RULES: readonly SubstitutionRule[] = [
  { find: /\.\.\.$/, replace: () => '…', fits: isEllipsis },
  {
    find: /->$/,
    replace: () => '→',
    fits: (place) => beginsWord(place) && !/^[>=]/.test(place.right),
  },
  {
    find: /<-$/,
    replace: () => '←',
    fits: (place) => isOperator(place) && !/^[-<>=\d.\p{L}]/u.test(place.right),
  },
  {
    find: /!=$/,
    replace: () => '≠',
    fits: (place) => isOperator(place) && !place.right.startsWith('='),
  },
  { find: /\+\/-$/, replace: () => '±', fits: beginsWord },
  {
    ...mark('c', '©'),
    fits: (place) => beginsWord(place) && marksName(place) && isCopyright(place) && !isItem(place),
  },
  { ...mark('r', '®'), fits: (place) => marksName(place) && !isItem(place) },
  mark('tm', '™'),
  mark('sm', '℠'),
  fraction('1/2', '½'),
  fraction('1/4', '¼'),
  fraction('3/4', '¾'),
  power('2', '²'),
  power('3', '³'),
  {
    find: /(?<=\d\s?)[*x]\s?\d$/u,
    replace: (typed) => `×${typed.slice(1)}`,
    fits: isProduct,
  },
];
