/** Makes lists of other programs well-formed: inner lists inside items, items that begin with text, numbers that stand. */
import { rename, unwrap } from './elements.ts';

/** Runs before direction and tasks are read, which expect items in lists. */
export function readLists(body: HTMLElement): void {
  unwrapLayoutLists(body);
  putListsIntoItems(body);
  putBlocksIntoItems(body);
  splitAtNumbers(body);
  joinContinued(body);
  startItemsWithText(body);
}

const isBare = (list: Element): boolean =>
  /list-style(?:-type)?:\s*none/i.test(list.getAttribute('style') ?? '');

/** Search results and cards are lists without markers, whose items are whole texts with headings. */
function unwrapLayoutLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul, ol')) {
    if (!isBare(list) || !list.querySelector(':scope > li :is(h1, h2, h3, h4, h5, h6, article)')) continue;
    for (const item of list.querySelectorAll(':scope > li')) rename(item, 'div');
    unwrap(list);
  }
}

/** Google Docs and LibreOffice write an inner list beside its item instead of inside it. */
function putListsIntoItems(body: HTMLElement): void {
  for (const inner of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = inner.previousElementSibling;
    if (item?.tagName === 'LI') item.append(inner);
    else {
      const wrapper = inner.ownerDocument.createElement('li');
      inner.replaceWith(wrapper);
      wrapper.append(inner);
    }
  }
}

const BLOCK = 'table, p, pre, blockquote, details, figure, div, img, hr, h1, h2, h3, h4, h5, h6';

/** A block between two items is drawn below the first of them, and would end the list. */
function putBlocksIntoItems(body: HTMLElement): void {
  for (const block of body.querySelectorAll(`:is(ul, ol) > :is(${BLOCK})`)) {
    if (block.querySelector('li')) continue;
    const item = block.previousElementSibling;
    if (item?.tagName === 'LI') item.append(block);
    else if (item === null) block.parentElement?.before(block);
  }
}

const startOf = (list: Element): number => Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;

/** Only a list has a number here, so an item with another number begins a list of its own. */
function splitAtNumbers(body: HTMLElement): void {
  for (const item of body.querySelectorAll('ol > li[value]')) {
    const list = item.parentElement;
    const value = Number.parseInt(item.getAttribute('value') ?? '', 10);
    if (!list || !(value >= 0)) continue;
    const at = [...list.children].indexOf(item);
    if (at === 0 && !list.hasAttribute('start')) list.setAttribute('start', String(value));
    if (value === startOf(list) + at) continue;
    const rest = list.cloneNode() as Element;
    rest.append(...[...list.children].slice(at));
    rest.setAttribute('start', String(value));
    if (at === 0) list.replaceWith(rest);
    else list.after(rest);
  }
}

/** Some programs copy a list for each item, with the next number as its start. */
function joinContinued(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ol[start]')) {
    const before = list.previousElementSibling;
    const isNext =
      before?.tagName === 'OL' &&
      before.getAttribute('type') === list.getAttribute('type') &&
      startOf(before) + before.childElementCount === startOf(list);
    if (!isNext) continue;
    before.append(...list.childNodes);
    list.remove();
  }
}

const HEADING = 'h1, h2, h3, h4, h5, h6';
const BOX = 'div, section, article, header, main, figure, center, a, span, b, strong';
const NO_TEXT = 'pre, blockquote, table, hr, details, ul, ol, div[data-type], figure:has(img)';

/** An item begins with a paragraph here. Any other first block would end the list and leave an empty item. */
function startItemsWithText(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    let first: ChildNode | undefined = firstOf(item);
    while (first instanceof Element && !first.matches(NO_TEXT) && first.matches(BOX)) first = firstOf(first);
    if (!(first instanceof Element)) continue;
    if (first.matches(HEADING)) emphasize(first);
    else if (first.matches(NO_TEXT)) item.prepend(item.ownerDocument.createElement('p'));
  }
}

const firstOf = (element: Element): ChildNode | undefined =>
  [...element.childNodes].find(
    (node) => node instanceof Element || (node instanceof Text && node.data.trim() !== ''),
  );

function emphasize(heading: Element): void {
  const strong = rename(heading, 'strong');
  const paragraph = strong.ownerDocument.createElement('p');
  strong.replaceWith(paragraph);
  paragraph.append(strong);
}
