/** Loaded with the first formula; its fonts load with the first character that uses them. */
import { ParseError, render, renderToString } from 'katex';
import 'katex/dist/katex.min.css';
import { measureFormulas } from './measure-formulas.ts';

addEventListener('beforeprint', measureFormulas);

/** The source is untrusted: it must not link, load, set attributes or expand without limit. */
const SAFE = { trust: false, throwOnError: false, maxSize: 20, maxExpand: 500, strict: 'ignore' } as const;

/** Draws visible signs, and MathML for screen readers. Invalid source is shown as it is, in red. */
export function drawFormula(element: HTMLElement, latex: string, isBlock: boolean): void {
  render(latex, element, { ...SAFE, displayMode: isBlock, errorColor: 'var(--danger)' });
}

/** Whether the source is valid. */
export function canDraw(latex: string): boolean {
  try {
    renderToString(latex, { ...SAFE, throwOnError: true });
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
