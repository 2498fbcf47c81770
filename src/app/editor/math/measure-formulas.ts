/** Tells `math.css` how wide formulas are: on paper nothing can be scrolled. */
export function measureFormulas(): void {
  const drawn = [...document.querySelectorAll<HTMLElement>('.formula .katex')];
  const widths = drawn.map(widthInEm);
  for (const [at, formula] of drawn.entries()) {
    formula.style.setProperty('--unbreakable', String(widths[at]?.toFixed(2)));
  }
}

/** Lines may end between KaTeX's bases and nowhere else. */
function widthInEm(formula: HTMLElement): number {
  if (formula.getClientRects().length === 0) return widthOfHidden(formula);
  const bases = [...formula.querySelectorAll('.katex-base, .katex-tag')];
  const widest = Math.max(...bases.map((base) => base.getBoundingClientRect().width), 1);
  return widest / Number.parseFloat(getComputedStyle(formula).fontSize);
}

/** In a closed section, which paper shows open. */
function widthOfHidden(formula: HTMLElement): number {
  const copy = formula.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return 1;
  copy.style.cssText = 'position: absolute; visibility: hidden';
  document.body.append(copy);
  const width = copy.getClientRects().length === 0 ? 1 : widthInEm(copy);
  copy.remove();
  return width;
}
