/** Recognises literal text, which typography leaves alone: addresses, paths, versions, code and formulas. */

/** Brackets, quotes and Markdown delimiters before a word. */
const OPENING = /^[("'„“”‚‘’«[<*_~=]+/u;

const LITERAL_WORDS: readonly RegExp[] = [
  // https://ex.org, //host, www.ex.org, mailto:…, localhost:3000, ex.org/img, notes.md
  /:\/\//,
  /^\/\/[\p{L}\d]/u,
  /(?:^|[^\p{L}\d])www\./iu,
  /^(?:mailto|tel|sms|callto|xmpp|sip|data|file|urn|doi|magnet|geo|javascript|git|ssh):\S/i,
  /^localhost\b/i,
  /^(?:[\p{L}\d-]+\.)+\p{L}{2,}/u,
  // jana@ex.org, @jana, #id, $var, --flag, -x
  /\S@\S|^[@#$][\p{L}\d]|^--?\p{L}/u,
  // 192.168.0.1, fe80::1
  /^(?:\d{1,3}\.){3}\d/,
  /^(?=\S*::|(?:[^\s:]*:){3})[\da-f:]*:[\da-f:]*/i,
  // /usr/lib, ./a, ../a, ~/a, a/b/c, C:\a
  /^(?:~|\.{1,2})?\/[^\s/]/,
  /\S\/\S*[^\s/]\/\S/,
  /^[a-z]:[\\/]/i,
  // v2.0, 1.0.0, but not 24.12.2024
  /^v\d+\.\d/i,
  /^(?!\d{1,2}\.\d{1,2}\.\d{4}(?!\d|\.\d))\d+\.\d+\.\d/,
  // snake_case, call(, item[, a=1, a;b, std::a, a->b, <tag, \alpha
  /[\p{L}\d]_+[\p{L}\d]/u,
  /[\p{L}\d_\])][([]/u,
  /[\p{L}\d_\])+*/-]=|=[\p{L}\d"'[(_]/u,
  /[{}\\`|]|;\S|::|<[/!\p{L}]|\S->\S/u,
  // 0x1F, U+200B, da39a3ee, CZ6508000000192000145399
  /^(?:0x|u\+)[\da-f]/i,
  /^(?=\S*\d)(?=\S*[a-f])[\da-f]{6,}/i,
  /^[A-Z]{2}\d{2}[A-Z\d]{4,}/,
];

/** `word` has no spaces and contains the characters as typed. */
export function isLiteralWord(word: string): boolean {
  const bare = word.replace(OPENING, '');
  return LITERAL_WORDS.some((pattern) => pattern.test(bare) || pattern.test(word));
}

/** An open formula: `$$…`, `\(…`, or `$…` without whole words, unlike a price or `$PATH`. */
const FORMULA =
  /\$\$[^$]*$|\\\((?!.*\\\))|\\\[(?!.*\\\])|(?:^|[\s(])\$(?!\d[\d.,]*(?:\s|$))(?=\S)(?![^$]*(?<![\\\p{L}])\p{L}{3})[^$]*$/u;
/** After LaTeX outside of a formula. */
const LATEX = /(?:^|[\s({])\\\p{L}+\S*\s$/u;
/** A line of a terminal or of source code, by its first words. */
const CODE_LINE = new RegExp(
  [
    String.raw`^(?:\$|>>>) `,
    '^(?:git|npm|npx|yarn|docker|kubectl|curl|wget|pip|sudo|apt|ssh|scp|chmod|grep|sed|awk) .',
    String.raw`^(?:\} )?(?:else )?(?:if|for|while|switch|catch|elif) ?\(`,
    String.raw`^(?:export )?(?:const|let|var|val|int|float|double|char|string|bool) [\w$]+(?:: ?[\w<>[\]]+)? ?=`,
    String.raw`^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER) .`,
    String.raw`^(?:#include|from \S+ import|import [\w.]+ as) `,
    String.raw`^import(?: type)? (?:\S+|\* as \S+|(?:\S+, )?\{.*\}) from `,
    String.raw`^export (?:\*|\{.*\}) from `,
  ].join('|'),
);

/** Whether text after `before` is code or a formula, whatever it contains. */
export const isLiteralPlace = (before: string): boolean =>
  FORMULA.test(before) ||
  LATEX.test(before) ||
  CODE_LINE.test(before) ||
  before.split('`').length % 2 === 0 ||
  isInCodeBrackets(before);

const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Whether the position is inside the brackets of a call, an index, an object or an array. */
function isInCodeBrackets(before: string): boolean {
  const open: { readonly bracket: string; readonly isCode: boolean }[] = [];
  for (const { 0: bracket, index } of before.matchAll(/[()[\]{}]/g)) {
    if (PAIRS[bracket] === undefined) {
      const isCode =
        bracket === '{' ||
        /[\p{L}\d_\])]/u.test(before.charAt(index - 1)) ||
        (bracket === '[' && /^\[(?:["']|\.\.\.|-?\d+,)/.test(before.slice(index)));
      open.push({ bracket, isCode });
    } else if (open.at(-1)?.bracket === PAIRS[bracket]) open.pop();
  }
  return open.some(({ isCode }) => isCode);
}

/** An unfinished equation such as `x = 3 * (a - 5`. */
const OPERAND = String.raw`[-+(]*(?:\d[\d.,]*|\p{L}{1,2}(?!\p{L}))[)²³]*\s?`;
const EQUATION = new RegExp(String.raw`[\p{L}\d)]\s?=\s?(?:${OPERAND}[-+*/^–−×]\s?)*(?:${OPERAND})?$`, 'u');

export const isInEquation = (before: string): boolean => EQUATION.test(before);
