// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';
import { countDocument } from '../../../../../src/app/editor/document-tools/count-words.ts';
import { canDraw, drawFormula } from '../../../../../src/app/editor/math/draw-formula.ts';
import { drawWhenSeen } from '../../../../../src/app/editor/math/draw-when-seen.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { paste, typeText, readHtml } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const html = (seat = jana): string => readHtml(seat.editor);

function draw(latex: string): HTMLElement {
  const place = document.createElement('span');
  drawFormula(place, latex, false);
  return place;
}

test('text typed between double dollars is a formula; a single dollar is money', () => {
  typeText(jana, 'so $$a^2$$ costs $5 and x^2');
  expect(html(petr)).toBe(
    '<p>so <span data-latex="a^2" data-type="inlineMath">$a^2$</span> costs $5 and x²</p>',
  );
});

test('the source counts as text in copies and comparisons', () => {
  jana.editor.commands.setContent(
    '<p>so <span data-type="inlineMath" data-latex="a^2"></span>!</p><div data-type="blockMath" data-latex="b"></div><p>end</p>',
  );
  expect(plainText(jana.doc.getXmlFragment(TEXT_ROOT))).toBe('so a^2!\nb\nend');
  expect(jana.editor.state.doc.textContent).toBe('so a^2!bend');
  expect(countDocument(jana.editor.state.doc).words, 'LaTeX has no words').toBe(2);
});

describe('a hostile formula from a peer', () => {
  test.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{https://evil.example}`,
    String.raw`\includegraphics{https://evil.example/pixel.png}`,
    String.raw`\htmlClass{fixed inset-0}{x}`,
    String.raw`\htmlStyle{position:fixed}{x}`,
    String.raw`\htmlId{main}{x}`,
    String.raw`\htmlData{action=go}{x}`,
  ])('cannot link, load or set names: %s', (latex) => {
    const drawn = draw(latex);
    expect(drawn.querySelector('a, img, [href], [src], [id], .fixed, [data-action]')).toBeNull();
    expect(drawn.querySelector('[style*="position"]')).toBeNull();
  });

  test('is text where it is not LaTeX', () => {
    const drawn = draw(String.raw`\frac{<img src=x onerror=alert(1)>`);
    expect(drawn.querySelector('img')).toBeNull();
    expect(drawn.textContent).toContain('<img src=x');
  });

  test('does not expand without limit', () => {
    expect(draw(String.raw`\rule{9999em}{9999em}`).innerHTML).not.toContain('9999em;');
    expect(draw(String.raw`\def\a{\a\a}\a`).textContent).toContain(String.raw`\def\a`);
    const bomb = String.raw`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\c\c\c\c\c\c`;
    expect(draw(bomb).querySelectorAll('mi').length).toBe(0);
  });

  test('is limited in length, and its source is a string', () => {
    petr.editor.commands.insertContent({ type: 'inlineMath', attrs: { latex: 'x'.repeat(9000) } });
    petr.editor.commands.insertContent({ type: 'inlineMath', attrs: { latex: { a: 1 } } });
    const shown = [...new DOMParser().parseFromString(html(), 'text/html').querySelectorAll('span')];
    expect(shown.map(({ dataset }) => dataset['latex']?.length)).toEqual([MAX_ATTRIBUTE_CHARS, 0]);
  });
});

test('a formula has a visible drawing and MathML for screen readers', () => {
  const drawn = draw(String.raw`\sqrt{2}`);
  expect(drawn.querySelector('math msqrt')).toBeTruthy();
  expect(drawn.querySelector('.katex-html')?.getAttribute('aria-hidden')).toBe('true');
});

test('formulas copied from web pages stay formulas', () => {
  const mathml = (latex: string): string =>
    `<math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${latex}</annotation></semantics></math>`;
  paste(jana, {
    html: `<p>so <span class="katex"><span class="katex-mathml">${mathml('x^2')}</span><span class="katex-html">x2</span></span> and</p>
      <span class="katex-display"><span class="katex">${mathml('y')}</span></span>
      <p><span class="mwe-math-element">${mathml('z')}<img src="https://wikimedia.org/z.svg"></span></p>`,
  });
  const formulas = [...new DOMParser().parseFromString(html(), 'text/html').querySelectorAll('[data-latex]')];
  expect(formulas.map((one) => [one.tagName, one.getAttribute('data-latex')])).toEqual([
    ['SPAN', 'x^2'],
    ['DIV', 'y'],
    ['SPAN', 'z'],
  ]);
  expect(html()).not.toContain('x2');
});

test('a formula copied and pasted here stays a formula', () => {
  const own = '<p>a <span data-latex="x" data-type="inlineMath">$x$</span></p>';
  paste(jana, { html: own });
  expect(html()).toBe(own);
});

describe('a formula that would keep the page busy', () => {
  const BOMBS: readonly (readonly [name: string, latex: string])[] = [
    [
      'definitions',
      String.raw`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\c\c\c`,
    ],
    ['a definition in other words', String.raw`\newcommand{\a}{xxxx}\a\a`],
    ['a global definition', String.raw`\global\let\a=x\a`],
    ['braces', '{'.repeat(1000) + '}'.repeat(1000)],
    ['roots of roots', String.raw`\sqrt`.repeat(399) + ' x'],
    ['fractions in fractions', String.raw`\frac1`.repeat(333)],
    ['delimiters in delimiters', String.raw`\left(`.repeat(40) + String.raw`\right)`.repeat(40)],
    ['exponents of exponents', `${'x^{'.repeat(500)}${'}'.repeat(500)}`],
    ['wide braces', String.raw`\overbrace x`.repeat(166)],
    ['arrows', String.raw`\xrightleftharpoons{}`.repeat(30)],
    ['a matrix', String.raw`\begin{matrix}${'&'.repeat(900)}\end{matrix}`],
    ['environments', String.raw`\begin{array}{c}`.repeat(110)],
  ];

  test.each(BOMBS)('is drawn in bounded size, or its source is shown: %s', (_name, latex) => {
    const drawn = draw(latex);
    expect(drawn.innerHTML.length).toBeLessThan(260_000);
    const isDrawn = drawn.querySelector('math') !== null;
    if (!isDrawn) expect(drawn.textContent).toBe(latex);
    expect(canDraw(latex)).toBe(isDrawn && drawn.querySelector('.katex-error') === null);
  });

  test('long and nested formulas that people write are drawn', () => {
    for (const latex of [
      'x'.repeat(MAX_ATTRIBUTE_CHARS),
      String.raw`\frac{1}{1+`.repeat(20) + 'x' + '}'.repeat(20),
      String.raw`\begin{pmatrix}${Array.from({ length: 20 }, () => String.raw`a&b&c&d&e&f&g&h\\`).join('')}\end{pmatrix}`,
    ])
      expect(draw(latex).querySelector('math'), latex).not.toBeNull();
  });
});

test('a formula is drawn when it comes near the window, or is printed', () => {
  const observed = new Map<Element, (isIntersecting: boolean) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #report: (entries: readonly { isIntersecting: boolean; target: Element }[]) => void;
      constructor(report: (entries: readonly { isIntersecting: boolean; target: Element }[]) => void) {
        this.#report = report;
      }
      observe(target: Element): void {
        observed.set(target, (isIntersecting) => this.#report([{ isIntersecting, target }]));
      }
      unobserve(target: Element): void {
        observed.delete(target);
      }
    },
  );
  try {
    const places = Array.from({ length: 200 }, () => document.createElement('span'));
    const stops = places.map((place) => drawWhenSeen(place, () => drawFormula(place, 'a^2', false)));
    const countDrawn = (): number => places.filter((place) => place.querySelector('math')).length;
    for (const report of observed.values()) report(false);
    expect(countDrawn()).toBe(0);
    observed.get(places[7]!)?.(true);
    expect(places[7]?.querySelector('math')).not.toBeNull();
    stops[8]?.();
    dispatchEvent(new Event('beforeprint'));
    expect(countDrawn()).toBe(199);
    expect(observed.size).toBe(0);
  } finally {
    vi.unstubAllGlobals();
  }
});
