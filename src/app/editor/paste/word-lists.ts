/** Word copies lists as paragraphs that only look like items; here they become lists again. */

interface OpenList {
  readonly level: number;
  readonly element: Element;
}

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const MARKER = 'span[style*="mso-list:Ignore"], span[style*="mso-list: Ignore"]';
const ORDERED = /^\s*\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

export function rebuildWordLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll('p[style*="mso-list"]')) {
    const level = Number(LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    // Any other paragraph in between ends the list.
    if (paragraph.previousElementSibling !== open[0]?.element) open = [];
    open = open.filter((list) => list.level <= level);
    addItem(paragraph, level, open);
  }
}

function addItem(paragraph: Element, level: number, open: OpenList[]): void {
  const marker = paragraph.querySelector(MARKER);
  const number = marker?.textContent ?? '';
  const name = ORDERED.test(number) ? 'OL' : 'UL';
  marker?.remove();
  const last = open.at(-1);
  if (last?.level === level && last.element.tagName !== name) open.pop();
  if (open.at(-1)?.level !== level)
    openList(paragraph, { level, name, start: Number.parseInt(number, 10) }, open);
  const item = paragraph.ownerDocument.createElement('li');
  paragraph.removeAttribute('style');
  open.at(-1)?.element.append(item);
  item.append(paragraph);
}

interface NewList {
  readonly level: number;
  readonly name: string;
  readonly start: number;
}

function openList(paragraph: Element, { level, name, start }: NewList, open: OpenList[]): void {
  const element = paragraph.ownerDocument.createElement(name);
  if (name === 'OL' && start > 1) element.setAttribute('start', String(start));
  const outer = open.at(-1)?.element;
  if (outer) (outer.lastElementChild ?? outer).append(element);
  else paragraph.before(element);
  open.push({ level, element });
}
