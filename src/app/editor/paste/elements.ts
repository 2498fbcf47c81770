/** Helpers for single elements. */

const BLOCK_NAMES =
  'address, article, aside, blockquote, center, dd, details, div, dl, dt, figure, figcaption, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, summary, table, tbody, td, tfoot, th, thead, tr, ul';

export const isBlock = (element: Element): boolean => element.matches(BLOCK_NAMES);

export const hasBlocks = (element: Element): boolean => element.querySelector(BLOCK_NAMES) !== null;

export function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

export const removeAll = (body: Element, selector: string): void => {
  for (const element of body.querySelectorAll(selector)) element.remove();
};

export const textOf = (element: Element): string => element.textContent.replaceAll(/\s+/g, ' ').trim();

export const isFromNotion = (body: Element): boolean => body.innerHTML.includes('<!-- notionvc');
