/** Loaded with the first formula; its fonts load with the first character that uses them. */
import { ParseError, renderToString, type KatexOptions } from 'katex';
import 'katex/dist/katex.min.css';
import { drawAllWaiting } from './draw-when-seen.ts';
import { measureFormulas } from './measure-formulas.ts';

addEventListener('beforeprint', () => {
  drawAllWaiting();
  measureFormulas();
});

/** The source is untrusted: it must not link, load, set attributes or expand without limit. */
const SAFE = { trust: false, throwOnError: false, maxSize: 20, maxExpand: 500, strict: 'ignore' } as const;

/** The longest legitimate formula of 2,000 characters takes about half of it. */
const MAX_HTML_CHARS = 250_000;
/** KaTeX parses groups recursively. */
const MAX_GROUPS = 100;
/** A macro of a few characters stands for any number of them. KaTeX limits the count of expansions, not their size. */
const DEFINITION = /\\(?:[egx]?def|let|futurelet|(?:new|renew|provide)command|DeclareMathOperator)(?![a-z])/i;

/** Draws visible signs, and MathML for screen readers. Source that is invalid or too large is shown as it is, in red. */
export function drawFormula(element: HTMLElement, latex: string, isBlock: boolean): void {
  const html = htmlOf(latex, { ...SAFE, displayMode: isBlock, errorColor: 'var(--danger)' });
  if (html === null) showSource(element, latex);
  else element.innerHTML = html;
}

function htmlOf(latex: string, options: KatexOptions): string | null {
  if (DEFINITION.test(latex) || depthOf(latex) > MAX_GROUPS) return null;
  try {
    const html = renderToString(latex, options);
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

function showSource(element: HTMLElement, latex: string): void {
  const source = document.createElement('span');
  source.className = 'katex-error';
  source.style.color = 'var(--danger)';
  source.textContent = latex;
  element.replaceChildren(source);
}

/** Whether the source is valid. */
export function canDraw(latex: string): boolean {
  try {
    return htmlOf(latex, { ...SAFE, throwOnError: true }) !== null;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
