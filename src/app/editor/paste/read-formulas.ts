/** Turns formulas of other programs into ours. Most contain their LaTeX source; the others are converted. */
import { textOf, unwrap } from './elements.ts';
import { readWordFormulas } from './word-formulas.ts';

/** Converts MathML to LaTeX. */
export type WriteLatex = (mathml: string) => string;

export function readFormulas(body: HTMLElement, writeLatex: WriteLatex): void {
  readWordFormulas(body);
  readDataFormulas(body);
  for (const math of body.querySelectorAll('math, mml\\:math')) {
    // Nested formulas were replaced with their parent.
    if (!body.contains(math)) continue;
    const drawn = drawnBy(math);
    const isBlock =
      drawn.matches('.katex-display, [display="true"]') || math.getAttribute('display') === 'block';
    const latex = sourceOf(math) ?? convert(math, writeLatex);
    replace(drawn, { latex, isBlock, text: math.textContent });
  }
  for (const image of body.querySelectorAll('img[class*="mwe-math"], img.latex, img.tex')) {
    const latex = image.getAttribute('alt') ?? '';
    replace(image, { latex, isBlock: image.matches('[class*="display"]'), text: '' });
  }
}

/** Gemini has the source in an attribute, old MathJax the whole formula. */
function readDataFormulas(body: HTMLElement): void {
  for (const formula of body.querySelectorAll('[data-math]')) {
    const latex = formula.getAttribute('data-math') ?? '';
    const isBlock = formula.matches('[class*="block"], [class*="display"]');
    replace(formula, { latex, isBlock, text: formula.textContent });
  }
  for (const frame of body.querySelectorAll('[data-mathml]')) {
    frame.innerHTML = frame.getAttribute('data-mathml') ?? '';
  }
}

/** The element that contains both the drawing and its hidden MathML. */
const drawnBy = (math: Element): Element =>
  math.closest('.katex-display') ??
  math.closest('.katex, .mwe-math-element, mjx-container, .MathJax, [data-mathml]') ??
  math;

function sourceOf(math: Element): string | null {
  const annotation = math.querySelector(
    'annotation[encoding="application/x-tex"], annotation[encoding="TeX"]',
  );
  return annotation?.textContent ?? math.getAttribute('alttext');
}

const NAMES = 'arccos|arcsin|arctan|cosh|sinh|tanh|cos|sin|tan|cot|log|ln|lim|max|min|exp|det';
/** Matches words of text, which stay, or a function name. */
const FUNCTIONS = new RegExp(
  String.raw`\\(?:text\w*|mathrm|operatorname)\{[^}]*\}|(?<![\\\w])(${NAMES})(?!\w)`,
  'g',
);

/** Empty when the converter rejects a malformed formula. */
function convert(math: Element, writeLatex: WriteLatex): string {
  for (const other of math.querySelectorAll('annotation, annotation-xml')) other.remove();
  for (const semantics of math.querySelectorAll('semantics')) unwrap(semantics);
  const mathml = new XMLSerializer().serializeToString(math).replaceAll(/(<\/?)mml:/g, '$1');
  try {
    const latex = writeLatex(mathml.replaceAll('\u2061', '')).trim();
    return latex.replaceAll(FUNCTIONS, (found, name?: string) => (name === undefined ? found : `\\${name}`));
  } catch {
    return '';
  }
}

interface Formula {
  readonly latex: string;
  readonly isBlock: boolean;
  /** Used when there is no source. */
  readonly text: string;
}

function replace(drawn: Element, { latex, isBlock, text }: Formula): void {
  const source = latex.trim();
  if (source === '') {
    drawn.replaceWith(text);
    return;
  }
  const formula = drawn.ownerDocument.createElement(isBlock ? 'div' : 'span');
  formula.dataset['type'] = isBlock ? 'blockMath' : 'inlineMath';
  formula.dataset['latex'] = source;
  const paragraph = drawn.closest('p');
  const standsAlone = isBlock && paragraph && textOf(paragraph) === textOf(drawn);
  if (isBlock && paragraph && !standsAlone) breakAt(paragraph, drawn, formula);
  else (standsAlone ? paragraph : drawn).replaceWith(formula);
}

/** A block within a paragraph would leave an empty one behind when the HTML is read again. */
function breakAt(paragraph: Element, drawn: Element, formula: Element): void {
  const range = document.createRange();
  range.setStartAfter(drawn);
  range.setEnd(paragraph, paragraph.childNodes.length);
  const rest = paragraph.cloneNode() as Element;
  rest.append(range.extractContents());
  drawn.remove();
  paragraph.after(formula, ...(textOf(rest) === '' ? [] : [rest]));
}
