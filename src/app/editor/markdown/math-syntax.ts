/** `$…$` within a line and `$$` around lines, as GitHub and Pandoc read them, made into what the schema reads. */
import type MarkdownIt from 'markdown-it';

/** A space inside of either dollar, or a digit behind the last one, means money. */
const INLINE = /^\$(?!\s)((?:\\.|[^\\$\n])+?)(?<!\s)\$(?!\d)/;
const BLOCK = /^\$\$[ \t]*\n?([\s\S]+?)\n?[ \t]*\$\$[ \t]*(?:\n|$)/;

export function readMath(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.inline.ruler.before('escape', 'math', (state, silent) => {
    const [all, latex = ''] = INLINE.exec(state.src.slice(state.pos, state.posMax)) ?? [];
    if (all === undefined) return false;
    if (!silent) state.push('inlineMath', '', 0).content = latex;
    state.pos += all.length;
    return true;
  });
  markdown.block.ruler.before(
    'fence',
    'math',
    (state, start, end, silent) => {
      const lines = state.getLines(start, end, state.blkIndent, false);
      const [all, latex = ''] = BLOCK.exec(lines) ?? [];
      if (all === undefined) return false;
      if (silent) return true;
      state.push('blockMath', '', 0).content = latex.trim();
      state.line = start + all.trimEnd().split('\n').length;
      return true;
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  );
  markdown.renderer.rules['inlineMath'] = (tokens, index) =>
    `<span data-type="inlineMath" data-latex="${escapeHtml(tokens[index]?.content ?? '')}"></span>`;
  markdown.renderer.rules['blockMath'] = (tokens, index) =>
    `<div data-type="blockMath" data-latex="${escapeHtml(tokens[index]?.content ?? '')}"></div>\n`;
}
