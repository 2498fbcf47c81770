/** Finds content that is cut off or needs horizontal scrolling, on a narrow page or with wide text spacing. */
import type { Page } from '@playwright/test';

/** Empty if vertical scrolling shows everything. The `names`, which can have any length, may be truncated. */
export const cutParts = (page: Page, names: readonly string[] = []): Promise<readonly string[]> =>
  page.evaluate((named) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : [];
    /** Horizontal scroll containers may be wide, and visually hidden text may be cut. */
    const isExcused = (element: Element): boolean =>
      element.closest('.sr-only, [hidden], [aria-hidden=true]') !== null ||
      scrollsSideways(element.parentElement);
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrollsSideways(element.parentElement));
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a, label, h1, h2, h3, p, span, input, select, [role=textbox]',
    )) {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width <= 1)
        continue;
      if (isExcused(element)) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      if (box.left < -0.5 || box.right > clientWidth + 0.5)
        found.push(`${name} reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`);
      // The content of an input can be scrolled.
      if (element.matches('input')) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      if (textOverflow === 'ellipsis' && named.some((one) => element.textContent.includes(one))) continue;
      const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      if (hides(overflowX) && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name} is cut at its end`);
      if (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
        found.push(`${name} is cut at its foot`);
    }
    return found;
  }, names);
