/**
 * What other programs put on the clipboard, made into plain HTML with the same structure. Looks need no work here: the
 * schema knows no fonts, colours or classes, and so takes none over.
 */
import { readMarkdownKind } from '../callout/callout-kinds.ts';
import { rebuildWordLists } from './word-lists.ts';

/** `html` comes from anywhere: it is parsed in a document that runs nothing and loads nothing. */
export function cleanPastedHtml(html: string): string {
  // Copied in this editor: already ours, and lists and paragraphs may be cut open on purpose.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const step of STEPS) step(body);
  return body.innerHTML;
}

const STEPS: readonly ((body: HTMLElement) => void)[] = [
  dropLeftovers,
  nameWordStyles,
  readAlignment,
  rebuildWordLists,
  putListsIntoItems,
  readCheckboxes,
  readAlerts,
  readFormulas,
  dropLooksOfLinksAndHeadings,
  dropTracking,
  joinSpaces,
];

/** Ends of the copied piece, empty lines between blocks, and Word's own elements. */
function dropLeftovers(body: HTMLElement): void {
  for (const node of body.querySelectorAll(
    'style, script, meta, link, title, br.Apple-interchange-newline',
  )) {
    node.remove();
  }
  for (const node of body.querySelectorAll('o\\:p')) node.remove();
  for (const br of body.querySelectorAll('br')) {
    const around = [br.previousElementSibling, br.nextElementSibling];
    const alone = br.previousSibling === around[0] && br.nextSibling === around[1];
    if (alone && around.some((element) => element !== null) && around.every(isBlockOrNothing)) br.remove();
  }
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div';
const isBlockOrNothing = (element: Element | null): boolean => element === null || element.matches(BLOCKS);

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

/** Old pages and LibreOffice align by an attribute. */
function readAlignment(body: HTMLElement): void {
  for (const block of body.querySelectorAll<HTMLElement>('[align]:is(p, h1, h2, h3, h4, h5, h6)')) {
    block.style.textAlign = block.getAttribute('align') ?? '';
  }
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
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

const BOXES =
  ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > label > input[type="checkbox"]';

/** A list in which every item has a checkbox is a list of tasks. */
function readCheckboxes(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul, ol')) {
    const items = [...list.children].filter((child) => child.tagName === 'LI');
    if (
      items.length === 0 ||
      list.matches('[data-type]') ||
      !items.every((item) => readCheckbox(item) !== null)
    )
      continue;
    list.setAttribute('data-type', 'taskList');
    for (const item of items) {
      item.setAttribute('data-type', 'taskItem');
      item.setAttribute('data-checked', String(readCheckbox(item)));
      for (const box of item.querySelectorAll(`${BOXES}, :scope > img`)) box.remove();
    }
  }
}

function readCheckbox(item: Element): boolean | null {
  const box = item.querySelector(BOXES);
  if (box) return box.hasAttribute('checked');
  return item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') === 'true' : null;
}

/** GitHub's boxes; their first line only names their kind. */
function readAlerts(body: HTMLElement): void {
  for (const alert of body.querySelectorAll<HTMLElement>('div.markdown-alert')) {
    const word = [...alert.classList].find((name) => name.startsWith('markdown-alert-'))?.split('-')[2];
    alert.dataset['type'] = 'callout';
    alert.dataset['kind'] = readMarkdownKind(word ?? '') ?? '';
    for (const title of alert.querySelectorAll('.markdown-alert-title')) title.remove();
  }
}

/** As KaTeX and Wikipedia write them, with their source beside the signs. */
function readFormulas(body: HTMLElement): void {
  for (const source of body.querySelectorAll('annotation[encoding="application/x-tex"]')) {
    const drawn =
      source.closest('.katex-display') ??
      source.closest('.katex, .mwe-math-element') ??
      source.closest('math');
    if (!drawn) continue;
    const isBlock =
      drawn.matches('.katex-display') || source.closest('math')?.getAttribute('display') === 'block';
    const formula = body.ownerDocument.createElement(isBlock ? 'div' : 'span');
    formula.dataset['type'] = isBlock ? 'blockMath' : 'inlineMath';
    formula.dataset['latex'] = source.textContent.trim();
    drawn.replaceWith(formula);
  }
}

/** Links are underlined and headings bold by themselves. */
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

const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_eid|igshid)$/i;

/** Takes out of addresses what only tells where a reader came from. */
function dropTracking(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href*="?"]')) {
    const [, before = '', query = '', hash = ''] =
      /^([^?#]*)\?([^#]*)(.*)$/s.exec(link.getAttribute('href') ?? '') ?? [];
    const kept = query.split('&').filter((pair) => !TRACKING.test(pair.split('=')[0] ?? ''));
    if (kept.length === query.split('&').length) continue;
    link.setAttribute('href', `${before}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`);
  }
}

/** Browsers and Word write ordinary spaces as hard ones. */
function joinSpaces(body: HTMLElement): void {
  for (const span of body.querySelectorAll('span.Apple-converted-space, span[style*="mso-spacerun"]')) {
    span.replaceWith((span.textContent ?? '').replaceAll('\u00a0', ' '));
  }
}
