/** Cleans line breaks, spaces and inline elements of text. */
import { hasBlocks, isBlock, isFromNotion, rename, textOf } from './elements.ts';

const PARAGRAPHS = 'p, div, td, th, li, blockquote, dd, body';

export function readText(body: HTMLElement): void {
  keepLines(body);
  for (const end of body.querySelectorAll('[data-stringify-type="paragraph-break"]')) {
    end.replaceWith(document.createElement('br'), document.createElement('br'));
  }
  splitAtEmptyLines(body);
  dropLastBreaks(body);
  emptyBlankBlocks(body);
  joinEmptyLines(body);
  dropInvisible(body);
  for (const mono of body.querySelectorAll(':is(tt, samp, kbd):not(:is(pre, code) *)')) rename(mono, 'code');
  for (const quote of body.querySelectorAll('q')) quote.replaceWith('"', ...quote.childNodes, '"');
  for (const reading of body.querySelectorAll('ruby > rt')) {
    if (!reading.parentElement?.querySelector('rp')) reading.replaceWith('(', ...reading.childNodes, ')');
  }
}

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
};

const KEEPING = '[style*="white-space"]';

/** Keeps line ends that were displayed as such, and those in Notion's paragraphs. */
function keepLines(body: HTMLElement): void {
  const isNotion = isFromNotion(body);
  for (const text of textsIn(body)) {
    const parent = text.parentElement;
    if (!parent || !text.data.includes('\n') || parent.closest('pre')) continue;
    if (text.data.trim() === '' && hasBlocks(parent)) continue;
    const keeping = parent.closest(KEEPING);
    if ((keeping && keepsLines(keeping)) || (isNotion && parent.closest('p')))
      text.replaceWith(...withBreaks(text));
  }
}

const withBreaks = (text: Text): (string | HTMLBRElement)[] =>
  text.data.split('\n').flatMap((line, at) => (at === 0 ? [line] : [document.createElement('br'), line]));

const keepsLines = (element: Element): boolean =>
  /white-space:\s*(?:pre|break-spaces)/i.test(element.getAttribute('style') ?? '');

const isBreak = (node: Node | null): node is HTMLBRElement => node instanceof HTMLBRElement;

/** The next node after white space and comments. */
function following(node: Node): Node | null {
  let next = node.nextSibling;
  while (next instanceof Comment || (next instanceof Text && /^[^\S\u00a0]*$/.test(next.data)))
    next = next.nextSibling;
  return next;
}

/** Two consecutive breaks separate paragraphs on pages without paragraph elements. */
function splitAtEmptyLines(body: HTMLElement): void {
  for (const first of body.querySelectorAll('br')) {
    const second = following(first);
    const block = first.closest(PARAGRAPHS);
    if (
      !isBreak(second) ||
      !block ||
      !body.contains(first) ||
      first.closest('pre, h1, h2, h3, h4, h5, h6, summary')
    )
      continue;
    const above = blockAbove(block, first);
    const paragraph = document.createElement('p');
    if (first.parentElement === block) paragraph.append(...between(above, first));
    else paragraph.append(extract(block, above, first));
    for (let node: Node | null = first; isBreak(node);) {
      const next: Node | null = following(node);
      node.remove();
      node = next;
    }
    insertAbove(block, paragraph, above);
  }
}

function between(above: ChildNode | null, end: ChildNode): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = end.previousSibling; node && node !== above; node = node.previousSibling)
    nodes.unshift(node);
  return nodes;
}

/** Splits marks that continue behind the break. */
function extract(block: Element, above: ChildNode | null, end: ChildNode): DocumentFragment {
  const range = document.createRange();
  if (above) range.setStartAfter(above);
  else range.setStart(block, 0);
  range.setEndBefore(end);
  return range.extractContents();
}

/** The last block before the line of `inside`, among the children of `block`. */
function blockAbove(block: Element, inside: Element): ChildNode | null {
  let above: ChildNode = inside;
  while (above.parentElement && above.parentElement !== block) above = above.parentElement;
  let before = above.previousSibling;
  while (before && !(before instanceof Element && isBlock(before))) before = before.previousSibling;
  return before;
}

function insertAbove(block: Element, paragraph: Element, above: ChildNode | null): void {
  if (textOf(paragraph) === '' && !paragraph.querySelector('img')) return;
  if (block.tagName === 'P') {
    for (const { name, value } of block.attributes) paragraph.setAttribute(name, value);
    block.before(paragraph);
  } else if (above) above.after(paragraph);
  else block.prepend(paragraph);
}

/** A trailing break shows no further line. */
function dropLastBreaks(body: HTMLElement): void {
  for (const last of body.querySelectorAll('br')) {
    if (last.closest('pre') || !endsBlock(last)) continue;
    const parent = last.parentElement;
    last.remove();
    if (parent?.tagName === 'DIV' && parent.childNodes.length === 0) rename(parent, 'p');
  }
}

function endsBlock(node: Node): boolean {
  const next = following(node);
  const parent = node.parentElement;
  if (next) return next instanceof Element && isBlock(next) && node.previousSibling !== null;
  if (!parent || parent.tagName === 'BODY') return false;
  return isBlock(parent) || endsBlock(parent);
}

/** Zero-width characters. Some scripts use them to separate words, emoji and Persian to join characters; those stay. */
const INVISIBLE =
  /[\uFEFF\u2060]|(?<![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}])\u200B/gu;

function dropInvisible(body: HTMLElement): void {
  for (const text of textsIn(body)) {
    const seen = text.data.replaceAll(INVISIBLE, '');
    if (seen !== text.data) text.data = seen;
  }
}

/** Several empty paragraphs are the space of programs that set none between paragraphs. */
function joinEmptyLines(body: HTMLElement): void {
  const isEmpty = (line: Element | null): boolean =>
    line?.tagName === 'P' && textOf(line) === '' && !line.querySelector('img, [data-type], input');
  for (const line of body.querySelectorAll('p')) {
    if (isEmpty(line) && isEmpty(line.previousElementSibling) && !hasTextBefore(line)) line.remove();
  }
}

function hasTextBefore(line: Element): boolean {
  let before = line.previousSibling;
  while (before && !(before instanceof Element)) {
    if (before instanceof Text && before.data.trim() !== '') return true;
    before = before.previousSibling;
  }
  return false;
}

/** A non-breaking space that gives an empty line its height. */
function emptyBlankBlocks(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, div, li, td, th, h1, h2, h3, h4, h5, h6')) {
    if (
      /^[\s\u00a0]*\u00a0[\s\u00a0]*$/.test(block.textContent) &&
      !hasBlocks(block) &&
      !block.querySelector('img, br')
    ) {
      block.replaceChildren();
    }
  }
}
