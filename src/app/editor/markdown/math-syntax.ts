/** Reads `$…$` within a line and `$$` around lines, as GitHub and Pandoc do. */
import type MarkdownIt from 'markdown-it';
import type { StateBlock, StateInline } from 'markdown-it';

/** A space inside either dollar, a letter or digit outside, or a brace indicates money or a shell variable. */
const INLINE = /^(\$\$?)(?![\s{])((?:\\.|[^\\$\n])+?)(?<!\s)\1(?![\p{L}\p{N}$])/u;
const WORD_END = /[\p{L}\p{N}]$/u;

export function readMath(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.inline.ruler.before('escape', 'math', readInline);
  markdown.block.ruler.before('fence', 'math', readBlock, { alt: ['paragraph', 'blockquote', 'list'] });
  markdown.renderer.rules['inlineMath'] = (tokens, index) =>
    `<span data-type="inlineMath" data-latex="${escapeHtml(tokens[index]?.content ?? '')}"></span>`;
  markdown.renderer.rules['blockMath'] = (tokens, index) =>
    `<div data-type="blockMath" data-latex="${escapeHtml(tokens[index]?.content ?? '')}"></div>`;
}

function readInline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$' || WORD_END.test(state.src.slice(0, state.pos).slice(-2))) return false;
  const [all, , latex = ''] = INLINE.exec(state.src.slice(state.pos, state.posMax)) ?? [];
  if (all === undefined) return false;
  if (!silent) state.push('inlineMath', '', 0).content = latex;
  state.pos += all.length;
  return true;
}

/** Ends at the next line that ends in two dollars; an empty line before that means no formula. */
function readBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const lineOf = (line: number): string => state.getLines(line, line + 1, state.blkIndent, false).trimEnd();
  const first = lineOf(start).trimStart();
  if (!first.startsWith('$$') || state.sCount[start]! - state.blkIndent >= 4) return false;
  let latex = first.slice(2);
  let last = start;
  while (!latex.endsWith('$$')) {
    last += 1;
    if (latex.includes('$$') || last >= end || state.isEmpty(last) || state.sCount[last]! < state.blkIndent)
      return false;
    latex += `\n${lineOf(last)}`;
  }
  const content = latex.slice(0, -2).trim();
  if (content === '' || content.includes('$$')) return false;
  if (!silent) state.push('blockMath', '', 0).content = content;
  state.line = last + 1;
  return true;
}
