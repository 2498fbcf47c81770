/** What hardly anybody writes without meaning it. */
const SURE = [
  /^```[\s\S]*?^```/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^> \[!\w+\]\s*$/m,
  /^\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?\s*)?$/m,
  /\*\*\S(?:[^*\n]*\S)?\*\*/,
  /\[[^\]\n]+\]\([^()\s]+\)/,
];
/** A heading stands alone; a comment in a program has its program below. */
const HEADING = /(?:^|\n\n|^#.*\n)#{1,6} \S.*(?=\n\n|\n#|\n*$)/g;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)]) \S/gm;
const QUOTE = /^> \S/gm;

/** Whether plain text is meant as Markdown: one sure sign, or two that could be chance. */
export function looksLikeMarkdown(text: string): boolean {
  const plain = text.replaceAll(/\r\n?/g, '\n').trim();
  if (SURE.some((sign) => sign.test(plain))) return true;
  const count = (pattern: RegExp): number => plain.match(pattern)?.length ?? 0;
  return count(HEADING) + count(ITEM) + count(QUOTE) >= 2;
}
