/** Formulas as HTML, without a page. */
import { ParseError, renderToString, type KatexOptions } from 'katex';

/** The source is untrusted: it must not link, load, set attributes or expand without limit. */
const SAFE = { trust: false, throwOnError: false, maxSize: 20, maxExpand: 500, strict: 'ignore' } as const;

/** The longest legitimate formula of 2,000 characters takes about half of it. */
const MAX_HTML_CHARS = 250_000;
/** KaTeX parses groups recursively. */
const MAX_GROUPS = 100;
/** A macro of a few characters stands for any number of them. KaTeX limits the count of expansions, not their size. */
const DEFINITION = /\\(?:[egx]?def|let|futurelet|(?:new|renew|provide)command|DeclareMathOperator)(?![a-z])/i;

/** Null for source that is too large. Invalid source is shown as it is. */
export function renderFormula(latex: string, options: KatexOptions): string | null {
  if (DEFINITION.test(latex) || depthOf(latex) > MAX_GROUPS) return null;
  try {
    const html = renderToString(latex, { ...SAFE, ...options });
    return html.length > MAX_HTML_CHARS ? null : html;
  } catch (error) {
    // Commands nest without braces too: KaTeX then exceeds the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function depthOf(latex: string): number {
  let [depth, deepest] = [0, 0];
  for (const sign of latex) {
    if (sign === '{') deepest = Math.max(deepest, (depth += 1));
    else if (sign === '}') depth -= 1;
  }
  return deepest;
}

/** Whether the source is valid. */
export function canDraw(latex: string): boolean {
  try {
    return renderFormula(latex, { throwOnError: true }) !== null;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
