/** Loaded with the first formula; its fonts load with the first character that uses them. */
import 'katex/dist/katex.min.css';
import { drawAllWaiting } from './draw-when-seen.ts';
import { measureFormulas } from './measure-formulas.ts';
import { renderFormula } from './render-formula.ts';

addEventListener('beforeprint', () => {
  drawAllWaiting();
  measureFormulas();
});

/** Draws visible signs, and MathML for screen readers. Source that is invalid or too large is shown as it is, in red. */
export function drawFormula(element: HTMLElement, latex: string, isBlock: boolean): void {
  const html = renderFormula(latex, { displayMode: isBlock, errorColor: 'var(--danger)' });
  if (html === null) showSource(element, latex);
  else element.innerHTML = html;
}

function showSource(element: HTMLElement, latex: string): void {
  const source = document.createElement('span');
  source.className = 'katex-error';
  source.style.color = 'var(--danger)';
  source.textContent = latex;
  element.replaceChildren(source);
}

export { canDraw } from './render-formula.ts';
