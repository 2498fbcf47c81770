/**
 * Turns the HTML that other programs copy into plain HTML of the same structure: visible content stays, hidden content
 * is removed. Looks need no work: the schema has no fonts, colors or classes.
 */
import { dropUnseen, raiseFootnoteMarks } from './drop-unseen.ts';
import { hasBlocks, isBlock, removeAll, rename, textOf } from './elements.ts';
import { shortenAddresses } from './long-addresses.ts';
import { readBoxes, readToggles } from './read-boxes.ts';
import { readCode } from './read-code.ts';
import { readDirection } from './read-direction.ts';
import { readFormulas, type WriteLatex } from './read-formulas.ts';
import { readImages } from './read-images.ts';
import { readLinks } from './read-links.ts';
import { readLists } from './read-lists.ts';
import { readMarks } from './read-marks.ts';
import { applySheets } from './read-styles.ts';
import { dropHiddenCells, nameHeads, unwrapLayouts } from './read-tables.ts';
import { dropStrikeOfDone, readTasks, readTypedBoxes } from './read-tasks.ts';
import { readText } from './read-text.ts';
import { joinWordOnlineLists, rebuildWordLists } from './word-lists.ts';

/** Cleans HTML of any program. `DOMParser` runs no scripts and loads nothing. */
export function cleanCopiedHtml(html: string, writeLatex: WriteLatex): string {
  const short = shortenAddresses(html);
  const { body } = new DOMParser().parseFromString(short, 'text/html');
  // Slices of our own editor may open lists and paragraphs on purpose.
  if (body.querySelector('[data-pm-slice]') && !body.querySelector(FOREIGN)) return short;
  for (const cut of body.querySelectorAll('[data-pm-slice]')) cut.removeAttribute('data-pm-slice');
  readFormulas(body, writeLatex);
  for (const step of STEPS) step(body);
  return body.innerHTML;
}

/** Signs of other editors, whose libraries mark copies in the same way. */
const FOREIGN =
  '[class]:not([class^="language-"], .table-scroll), [data-prosemirror-content-type], [style*="display"]';

const STEPS: readonly ((body: HTMLElement) => void)[] = [
  applySheets,
  dropHiddenCells,
  dropUnseen,
  readImages,
  dropPageBreaks,
  nameWordStyles,
  raiseFootnoteMarks,
  rebuildWordLists,
  joinWordOnlineLists,
  readMarks,
  readCode,
  unwrapLayouts,
  nameHeads,
  readTypedBoxes,
  dropLeftovers,
  readAlignment,
  readDirection,
  readToggles,
  readLists,
  readTasks,
  readBoxes,
  readLinks,
  dropLooksOfLinksAndHeadings,
  dropStrikeOfDone,
  readText,
  joinSpaces,
];

function dropPageBreaks(body: HTMLElement): void {
  for (const second of body.querySelectorAll('br[style*="mso-special-character"]')) {
    // Word repeats a line break at the end of a paragraph, for browsers, behind a condition.
    const before = second.previousSibling;
    if (before instanceof Comment && before.data.includes('!supportLineBreakNewLine')) second.remove();
  }
  removeAll(body, 'br.Apple-interchange-newline, br[style*="page-break-before"], br[clear]:has(+ hr)');
}

/** Removes fragment markers, empty lines between blocks, and Word's own elements. */
function dropLeftovers(body: HTMLElement): void {
  removeAll(body, 'style, script, meta, link, title');
  for (const own of body.querySelectorAll('o\\:p')) {
    if (own.textContent.trim() === '') own.remove();
  }
  for (const br of body.querySelectorAll('br')) {
    if (standsBetweenBlocks(br) && !br.closest('pre, [style*="white-space"]')) br.remove();
  }
}

/** Alone or with other line breaks. */
function standsBetweenBlocks(br: Element): boolean {
  const around = [neighborOf(br, 'previousSibling'), neighborOf(br, 'nextSibling')];
  return (
    around.some((node) => node !== null) &&
    around.every((node) => node === null || (node instanceof Element && isBlock(node)))
  );
}

function neighborOf(br: Element, side: 'previousSibling' | 'nextSibling'): Node | null {
  let node = br[side];
  while (node instanceof HTMLBRElement || (node instanceof Text && /^[ \t\n]*$/.test(node.data)))
    node = node[side];
  return node;
}

function nameWordStyles(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const subtitle of body.querySelectorAll('p.MsoSubtitle')) rename(subtitle, 'h2');
  for (const quote of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    const block = quote.ownerDocument.createElement('blockquote');
    quote.replaceWith(block);
    block.append(quote);
  }
  for (const span of body.querySelectorAll('span[style*="mso-highlight"]')) rename(span, 'mark');
}

/** Old pages and LibreOffice align by an attribute or an element, mails by the style of a box. */
function readAlignment(body: HTMLElement): void {
  for (const center of body.querySelectorAll('center')) rename(center, 'div').setAttribute('align', 'center');
  for (const box of body.querySelectorAll<HTMLElement>('div[style*="text-align"]:not([align])')) {
    if (/^(?:center|right|justify)$/.test(box.style.textAlign))
      box.setAttribute('align', box.style.textAlign);
  }
  for (const box of body.querySelectorAll('div[align]')) {
    const align = box.getAttribute('align') ?? '';
    if (textOf(box) === '') continue;
    if (!hasBlocks(box)) rename(box, 'p').setAttribute('align', align);
    else if (!box.querySelector('table')) {
      for (const block of box.querySelectorAll('p:not([align], [style*="text-align"]), div:not([align])'))
        block.setAttribute('align', align);
    }
  }
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) alignInCell(cell);
  for (const block of body.querySelectorAll<HTMLElement>('[align]:is(p, h1, h2, h3, h4, h5, h6)')) {
    block.style.textAlign = block.getAttribute('align') ?? '';
  }
}

/** A cell of this schema has no alignment; its paragraphs do. */
function alignInCell(cell: HTMLElement): void {
  const align = cell.style.textAlign || (cell.getAttribute('align') ?? '');
  if (!/^(?:center|right|justify)$/i.test(align) || textOf(cell) === '') return;
  if (!hasBlocks(cell)) {
    const paragraph = cell.ownerDocument.createElement('p');
    paragraph.append(...cell.childNodes);
    cell.append(paragraph);
  }
  for (const block of cell.querySelectorAll('p:not([align], [style*="text-align"])'))
    block.setAttribute('align', align.toLowerCase());
}

/** Underlines of links and bold of headings are their default look, not formatting. */
function dropLooksOfLinksAndHeadings(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('a[style], a [style]')) {
    element.style.removeProperty('text-decoration');
    element.style.removeProperty('text-decoration-line');
  }
  for (const underline of body.querySelectorAll('a u')) underline.replaceWith(...underline.childNodes);
  const inHeadings = ':is(h1, h2, h3, h4, h5, h6)';
  for (const element of body.querySelectorAll<HTMLElement>(`${inHeadings}[style], ${inHeadings} [style]`)) {
    element.style.removeProperty('font-weight');
  }
}

/** Browsers and Word write ordinary spaces as non-breaking ones, and tabs as several. */
function joinSpaces(body: HTMLElement): void {
  for (const span of body.querySelectorAll(
    'span.Apple-converted-space, span[style*="mso-spacerun"], span[style*="mso-tab-count"]',
  )) {
    span.replaceWith(span.textContent.replaceAll('\u00a0', ' '));
  }
}

export { readInlinePictures } from './inline-pictures.ts';

/** Whether the HTML needs the formula converter, which loads separately. */
export const hasMathml = (html: string): boolean => /<(?:mml:)?math\b|data-mathml|<m:omath/i.test(html);
