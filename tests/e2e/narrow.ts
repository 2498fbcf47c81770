/** What is cut off or has to be scrolled to sideways, on a page that is narrow or whose letters are set wide. */
import type { Page } from '@playwright/test';

/** Empty when everything can be read by scrolling down alone; of names and titles, which may have any length, enough. */
export const cutParts = (page: Page, names: readonly string[] = []): Promise<readonly string[]> =>
  page.evaluate((named) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : [];
    /** What scrolls sideways by itself may be as wide as it likes; what is said without being seen may be cut. */
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
      // One can go through what is written in a field.
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
