/** Sets the widths of formulas for `math.css`: on paper, formulas cannot scroll. */
export function measureFormulas(): void {
  const drawn = [...document.querySelectorAll<HTMLElement>('.formula .katex')];
  const widths = drawn.map(widthInEm);
  for (const [at, formula] of drawn.entries()) {
    formula.style.setProperty('--unbreakable', String(widths[at]?.toFixed(2)));
  }
}

/** Lines can break only between KaTeX's bases. */
function widthInEm(formula: HTMLElement): number {
  if (formula.getClientRects().length === 0) return widthOfHidden(formula);
  const bases = [...formula.querySelectorAll('.katex-base, .katex-tag')];
  const widest = Math.max(...bases.map((base) => base.getBoundingClientRect().width), 1);
  return widest / Number.parseFloat(getComputedStyle(formula).fontSize);
}

/** For a formula in closed details, which are printed open. */
function widthOfHidden(formula: HTMLElement): number {
  const copy = formula.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return 1;
  copy.style.cssText = 'position: absolute; visibility: hidden';
  document.body.append(copy);
  const width = copy.getClientRects().length === 0 ? 1 : widthInEm(copy);
  copy.remove();
  return width;
}
