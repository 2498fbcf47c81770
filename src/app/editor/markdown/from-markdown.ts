import { DOMParser as SchemaParser, type Node as DocumentNode, type Schema } from '@tiptap/pm/model';
import { isImagePath } from '../schema/image-path.ts';
import { hasAllowedScheme } from '../schema/link-address.ts';
import { renderMarkdown, type ReadingOptions } from './render-markdown.ts';

export const fromMarkdown = (schema: Schema, markdown: string, options?: ReadingOptions): DocumentNode =>
  readRendered(schema, renderMarkdown(markdown, options));

/** `html` as `renderMarkdown` writes it. */
export function readRendered(schema: Schema, html: string): DocumentNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // Elements in there have no styles, which the schema reads.
  for (const foreign of body.querySelectorAll('svg, math')) foreign.remove();
  for (const list of body.querySelectorAll('ol')) keepNumbers(list);
  for (const list of body.querySelectorAll('ul, ol')) readTasks(list);
  for (const task of body.querySelectorAll('li[data-type="taskItem"]')) wrapContent(task, []);
  for (const code of body.querySelectorAll('a code')) keepLink(code);
  for (const image of body.querySelectorAll('img')) readImage(image);
  for (const block of body.querySelectorAll<HTMLElement>('[align]')) readAlignment(block);
  for (const details of body.querySelectorAll('details'))
    wrapContent(details, ['SUMMARY']).dataset['type'] = 'detailsContent';
  for (const item of body.querySelectorAll('li')) startWithText(item);
  return SchemaParser.fromSchema(schema).parse(body, { preserveWhitespace: true });
}

/** Splits a list at gaps in its numbers, such as days of a month, so that each part starts at its number. */
function keepNumbers(list: HTMLElement): void {
  const items = [...list.querySelectorAll<HTMLElement>(':scope > li')];
  const steps = items.slice(1).map((item, index) => numberOf(item) - numberOf(items[index]));
  if (!steps.every((step) => step > 0) || steps.every((step) => step === 1)) return;
  let run = list;
  for (const [index, item] of items.entries()) {
    if (index > 0 && steps[index - 1] !== 1) {
      const next = list.ownerDocument.createElement('ol');
      next.setAttribute('start', String(numberOf(item)));
      run.after(next);
      run = next;
    }
    run.append(item);
  }
}

const numberOf = (item: HTMLElement | undefined): number => Number(item?.dataset['number'] ?? Number.NaN);

/** Splits a list that mixes items with and without a box into one list per run. */
function readTasks(list: Element): void {
  const items = [...list.children];
  if (!items.some((item) => isTask(item)) || list.hasAttribute('data-type')) return;
  const first = Number(list.getAttribute('start') ?? 1);
  let run: Element | null = null;
  for (const [index, item] of items.entries()) {
    if (run === null || isTask(item) !== run.hasAttribute('data-type')) {
      run = list.ownerDocument.createElement(isTask(item) ? 'ul' : list.tagName);
      if (isTask(item)) run.setAttribute('data-type', 'taskList');
      else run.setAttribute('start', String(first + index));
      list.before(run);
    }
    if (isTask(item)) item.setAttribute('data-type', 'taskItem');
    run.append(item);
  }
  list.remove();
}

const NO_TEXT = 'pre, blockquote, table, hr, details, ul, ol, div, h1, h2, h3, h4, h5, h6, img[data-src]';

/** An item begins with a paragraph here. Any other first block would end the list and leave an empty item. */
function startWithText(item: Element): void {
  const box = item.matches('[data-type="taskItem"]') ? item.lastElementChild : item;
  const first = [...(box?.childNodes ?? [])].find(
    (node) => node instanceof Element || node.textContent?.trim() !== '',
  );
  if (box && first instanceof Element && first.matches(NO_TEXT))
    box.prepend(box.ownerDocument.createElement('p'));
}

const isTask = (item: Element): boolean => item.hasAttribute('data-checked');

/** Inline code allows no other marks; the link matters more than the format. */
function keepLink(code: Element): void {
  if (hasAllowedScheme(code.closest('a')?.getAttribute('href'))) code.replaceWith(...code.childNodes);
}

/** Keeps images of our own storage; others become a link with their alternative text. */
function readImage(image: HTMLImageElement): void {
  const src = image.getAttribute('src') ?? '';
  const parent = image.parentElement;
  if (isImagePath(src)) {
    image.dataset['src'] = src;
    // Images are blocks.
    if (parent?.tagName === 'P' && parent.childNodes.length === 1) parent.replaceWith(image);
    return;
  }
  const link = image.ownerDocument.createElement('a');
  link.href = src;
  link.textContent = image.alt || src;
  if (hasAllowedScheme(src) && !image.closest('a')) image.replaceWith(link);
  else image.replaceWith(image.alt);
}

const ALIGNED = 'p, h1, h2, h3, h4, h5, h6';

/** Applies `align` to the paragraphs and headings inside. */
function readAlignment(element: HTMLElement): void {
  const within = element.querySelectorAll<HTMLElement>(ALIGNED);
  for (const block of element.matches(ALIGNED) ? [element] : within) {
    block.style.textAlign ||= element.getAttribute('align') ?? '';
  }
}

/** Wraps the content as the schema expects it. */
function wrapContent(element: Element, left: readonly string[]): HTMLElement {
  const content = element.ownerDocument.createElement('div');
  content.append(...[...element.childNodes].filter(({ nodeName }) => !left.includes(nodeName)));
  element.append(content);
  return content;
}
