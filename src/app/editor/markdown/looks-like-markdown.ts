/** Whether plain text is meant as Markdown. When in doubt it is not: plain text can still be formatted. */

const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n`]*\n(?:[^]*?\n)?[ \t]*\1[`~]*[ \t]*$/gm;

/** Syntax that is rarely accidental. */
const SURE = [
  /^[ \t]*[-*+] \[[ xX]\] \S/m,
  /^> \[!\w+\]/m,
  /^<details>|^<(?:p|h[1-6]) align="/m,
  // Written by our own export.
  /<span data-type="(?:mention|inlineMath)"/,
  /(?<![\p{L}\p{N}~=/])(~~|==)[\p{L}\p{N}](?:[^~=\n]*[\p{L}\p{N}.,!?)])?\1(?![\p{L}\p{N}~=])/u,
  /(?<![\p{L}\p{N}_)\]])\[[^\]\n]{1,500}\]\((?:https?:\/\/|mailto:)[^\s)]{1,2000}\)/u,
  // Bold from letter to letter, with no code around it.
  /(?<![\p{L}\p{N}_)\]*/\\])\*\*["„“(]?[\p{L}\p{N}](?:[^*\n]*[\p{L}\p{N}.,:;!?)"“”%])?\*\*(?![\p{L}\p{N}_(*/])/u,
];

/** A heading has empty lines around it; a comment in code has code below it. */
const HEADING = /(?:^|\n\n|^#.*\n)#{1,6} \S.*(?=\n\n|\n#|\n*$)/g;
/** A heading with prose below it, as in the shortest READMEs. */
const TITLE = /^#{1,6} \S.*\n\n(?!#)\S+(?: \S+){4,}/;
const FRONT_MATTER = /^---\n[\w-]+:(?:\s[^]*?)?\n---(?:\n|$)/;
const UNDERLINED = /(?:^|\n\n)[^\n]+\n(?:={3,}|-{3,})(?=\n|$)/g;
const QUOTE = /^> ?\S/gm;
/** `1. 5. 2024`, `1. května`. */
const DATE =
  /^\s*\d{1,2}\. ?(?:\d{1,2}\.|(?:ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L}))/u;

const ITEM = /^\s*(?:[-*]|\d+[.)]) /;

/** Lines of source code and of its comments. */
const PROGRAM: readonly RegExp[] = [
  /[;{}]\s*$|^\s*[)\]}]+[,;]?$|[({[]$|\s\\$/,
  / (?:=|==|===|!=|[-+*/|&:]=|=>|->|<-|&&|\|\||<<|>>) /,
  /^\s*(?:\/\/|\/\*|\*\/|#!|#include|#define|#if|#endif|<\?|%[ %]|--\s|;;|::|>>)/,
  /^\s*(?:async |await |export |public |private |static )*(?:def|class|fn|func|function|const|let|var|import|from|return|elif|else|except|struct|enum|namespace|using|package|raise|throw|yield|print|echo)\b.*[:()"'=*.]\S*$/,
  /^\s*(?:(?:import|package|using) [\w.{}*, ]+|(?:return|pass|break|continue)(?: [\w.]+)?);?$|^\s*(?:"""|''')/,
  /^\s*(?:if|for|while|with|try|switch|do|case)\b.*:$/,
  /^(?:\$ |sudo |apt |npm |npx |yarn |pip |git |cd |export |docker |curl |wget |brew |mkdir |chmod )/,
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|JOIN|ORDER BY|GROUP BY)\b/,
  /^\s*[\w.$]+\([^)]*\)[.,]?$/,
  /^\s*["']?[a-z_$][\w.$/-]*["']?:,?$|^[\w.-]+\s*=\s*\S/,
  /^\[{1,2}[\w.:"-]+\]{1,2}$|^@@ |^(?:---|\+\+\+) [\w/.]|^[-+](?=[^\s+-])/,
  /^\s*at \S+ ?\(|^\s*File "|^(?:RUN|CMD|COPY|ADD|WORKDIR|ENV|ENTRYPOINT|EXPOSE|ARG) /,
];
/** Lines of data, which may also be list items. */
const DATA = /^\s*(?:- )?["']?[a-z_$][\w.$/-]*["']?:\s+(?:\S+|["'|>].*),?$|^\* [\da-f]{7,} /;

/** Source code, or a mail that quotes another. */
const OTHER =
  /^#!|^[ \t]*<(?:!doctype|html|head|body|script|style)\b|(?:^|;)[ \t]*\/\*[^]*\*\/[ \t]*$|^(?:diff --git|From:|Od:|Subject:|Předmět:) |^.*\b(?:wrote|napsal|napsala|napsal\(a\)|schrieb|écrit)\s?:$/im;
/** Share of code lines above which the whole text is code; prose with fences and headings may quote more. */
const MOST_PROGRAM = 0.3;
const MOST_PROGRAM_IN_PROSE = 0.6;
const PROSE = /^```[\w+-]*$|^##+ \p{Lu}.*\n\n/mu;

/** Inline syntax and escapes of our writer. `own-markdown.ts` then decides whether the text is Markdown. */
const OWN_SIGNS =
  /\\[!-/:-@[-`{-~\n]|&#\d+;|<\/?[a-z]|`|~~|==|\*[^\s*]|(?<![\p{L}\p{N}])_\S|\]\(|\$\S|^>|^\||\[[ x]\]|^ *(?:[*+]|\d+[.)])(?: |$)/imu;

export const hasOwnSigns = (text: string): boolean => OWN_SIGNS.test(text);

export function looksLikeMarkdown(text: string): boolean {
  const plain = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').trim();
  const prose = plain.replace(FRONT_MATTER, '').replaceAll(FENCED, '');
  const most = PROSE.test(plain) ? MOST_PROGRAM_IN_PROSE : MOST_PROGRAM;
  if (isDiff(text) || OTHER.test(prose) || isProgram(prose, most)) return false;
  if (prose !== plain || hasTable(prose) || TITLE.test(prose)) return true;
  if (SURE.some((sign) => sign.test(prose))) return true;
  if (isNote(prose)) return false;
  const count = (pattern: RegExp): number => prose.match(pattern)?.length ?? 0;
  return count(HEADING) + count(UNDERLINED) + countItems(prose) + count(QUOTE) >= 2;
}

/** Removed and added lines, or removed ones between lines that stay, which begin with a space. */
function isDiff(text: string): boolean {
  if (/^- /m.test(text) && /^\+ /m.test(text)) return true;
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.every((line) => /^(?: |-(?!-)|\+|@@)/.test(line)) && lines.some((line) => /^ \S/.test(line));
}

/** `# 5 eggs` between the lines of a list is a number; headings come with others, or with empty lines around. */
const isNote = (prose: string): boolean =>
  /^\s*(?:[-*+]|\d+[.)]) .*\n# ?\d.*\n\s*(?:[-*+]|\d+[.)]) /m.test(prose) && !/^##/m.test(prose);

function isProgram(prose: string, most: number): boolean {
  const lines = prose
    .replaceAll(/`[^`\n]+`/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const ofProgram = lines.filter(
    (line) => DATA.test(line) || (!ITEM.test(line) && PROGRAM.some((pattern) => pattern.test(line))),
  );
  return ofProgram.length > 0 && ofProgram.length >= lines.length * most;
}

const cellsOf = (row: string): number =>
  row
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/).length;

const DELIMITERS = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** A line of hyphens below a head with as many cells. */
function hasTable(prose: string): boolean {
  const lines = prose.split('\n');
  return lines.some((line, index) => {
    const head = lines[index - 1] ?? '';
    return DELIMITERS.test(line) && head.includes('|') && cellsOf(head) === cellsOf(line);
  });
}

/** Items of one list: the same sign, or consecutive numbers that are not dates. */
function countItems(prose: string): number {
  let items = 0;
  let last: string | number | null = null;
  for (const line of prose.split('\n')) {
    const [, sign, number] = /^\s*(?:([-*])|(\d{1,9})[.)]) \S/.exec(line) ?? [];
    const mark = sign ?? (number === undefined || DATE.test(line) ? null : Number(number));
    if (mark === null) continue;
    const isNext =
      typeof mark === 'number' ? mark === 1 || (typeof last === 'number' && mark === last + 1) : true;
    if (isNext) items += 1;
    last = mark;
  }
  return items;
}
