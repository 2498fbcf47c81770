/** Fetched with the first formula, its fonts with the first sign that needs them. */
import { ParseError, render, renderToString } from 'katex';
import 'katex/dist/katex.min.css';
import { measureFormulas } from './measure-formulas.ts';

addEventListener('beforeprint', measureFormulas);

/** The source is written by other people: nothing in it may link, load, set attributes, or grow without end. */
const SAFE = { trust: false, throwOnError: false, maxSize: 20, maxExpand: 500, strict: 'ignore' } as const;

/** Signs for the eyes and MathML for everybody else; a source that is wrong is shown as it is, in red. */
export function drawFormula(element: HTMLElement, latex: string, isBlock: boolean): void {
  render(latex, element, { ...SAFE, displayMode: isBlock, errorColor: 'var(--danger)' });
}

/** Whether a source can be drawn as it is meant. */
export function canDraw(latex: string): boolean {
  try {
    renderToString(latex, { ...SAFE, throwOnError: true });
    return true;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
