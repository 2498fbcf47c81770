/** Rebuilds lists that office programs copy as paragraphs with markers. */
import { rename, unwrap } from './elements.ts';

interface OpenList {
  readonly level: number;
  readonly element: Element;
  /** Number of its last item, for numbered lists. */
  number: number;
}

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const MARKER =
  'span[style*="mso-list:Ignore"], span[style*="mso-list: Ignore"], span[style*="mso-special-format"]';
/** A number, letter or Roman number; the last part of several. Letters alone are bullets of a font with symbols. */
const NUMBER = /^\(?(?:(?:\d+|[a-z]|[ivxlc]+)\.)*(?:(\d+)[.)]?|([a-z]|[ivxlc]+)[.)])$/i;
/** In scripts that HTML cannot count in. */
const OTHER_SCRIPT = /^\(?[\p{L}\p{N}]{1,3}[.)\uff0e\u3001\uff09]$/u;

export function rebuildWordLists(body: HTMLElement): void {
  markSlideLists(body);
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll('p[style*="mso-list"], p[class^="MsoListParagraph"]')) {
    const level = Number(LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    // A list ends at any other paragraph.
    if (paragraph.previousElementSibling !== open[0]?.element) open = [];
    if (level === 0 && paragraph.matches('[class^="MsoListParagraph"]')) continueItem(paragraph, open);
    else if (level > 0) {
      open = open.filter((list) => list.level <= level);
      addItem(paragraph, level, open);
    }
  }
  keepHeadingNumbers(body);
}

/** A list paragraph without a marker continues the item above. */
function continueItem(paragraph: Element, open: readonly OpenList[]): void {
  open.at(-1)?.element.lastElementChild?.append(paragraph);
}

function addItem(paragraph: Element, level: number, open: OpenList[]): void {
  const marker = paragraph.querySelector(MARKER);
  const { name, type, number } = readMarker(
    marker?.textContent ?? '',
    open.find((list) => list.level === level),
  );
  marker?.remove();
  const last = open.at(-1);
  const goesOn =
    last?.level === level && last.element.tagName === name && (name === 'UL' || number === last.number + 1);
  if (last?.level === level && !goesOn) open.pop();
  if (!goesOn) openList(paragraph, { level, name, type, number }, open);
  const list = open.at(-1);
  if (list) list.number = number;
  const item = paragraph.ownerDocument.createElement('li');
  paragraph.removeAttribute('style');
  list?.element.append(item);
  item.append(paragraph);
}

interface Marker {
  readonly name: 'OL' | 'UL';
  /** As in HTML; null for digits. */
  readonly type: string | null;
  readonly number: number;
}

function readMarker(marker: string, before: OpenList | undefined): Marker {
  const text = marker.replaceAll(/\s/g, '');
  const [, digits, letters] = NUMBER.exec(text) ?? [];
  const sign = digits ?? letters;
  if (sign === undefined) {
    const isNumber = OTHER_SCRIPT.test(text);
    return isNumber
      ? { name: 'OL', type: null, number: before?.element.tagName === 'OL' ? before.number + 1 : 1 }
      : { name: 'UL', type: null, number: 1 };
  }
  if (/^\d/.test(sign)) return { name: 'OL', type: null, number: Number(sign) };
  const isUpper = sign === sign.toUpperCase();
  const letter = sign.length === 1 ? sign.toLowerCase().charCodeAt(0) - 96 : 0;
  const goesOn =
    letter > 0 && before?.number === letter - 1 && before.element.getAttribute('type')?.toLowerCase() === 'a';
  const isRoman =
    /^[ivxlc]+$/i.test(sign) &&
    !goesOn &&
    (letter === 0 || letter === 9 || before?.element.getAttribute('type')?.toLowerCase() === 'i');
  const type = isRoman ? 'i' : 'a';
  return {
    name: 'OL',
    type: isUpper ? type.toUpperCase() : type,
    number: isRoman ? readRoman(sign) : letter,
  };
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function readRoman(sign: string): number {
  const values = Array.from(sign.toLowerCase(), (digit) => ROMAN[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

interface NewList extends Marker {
  readonly level: number;
}

function openList(paragraph: Element, { level, name, type, number }: NewList, open: OpenList[]): void {
  const element = paragraph.ownerDocument.createElement(name);
  if (type !== null) element.setAttribute('type', type);
  if (name === 'OL' && number > 1) element.setAttribute('start', String(number));
  const outer = open.at(-1)?.element;
  if (outer) (outer.lastElementChild ?? outer).append(element);
  else paragraph.before(element);
  open.push({ level, element, number });
}

/** Numbers of headings are text, not list markers. */
function keepHeadingNumbers(body: HTMLElement): void {
  for (const marker of body.querySelectorAll(MARKER)) {
    marker.replaceWith(`${marker.textContent.replaceAll(/\s/g, '')} `);
  }
}

/** PowerPoint has no levels; indentation shows the depth of an item. */
function markSlideLists(body: HTMLElement): void {
  const items = [
    ...body.querySelectorAll(
      'div:has(> span span[style*="mso-special-format"], > span[style*="mso-special-format"])',
    ),
  ];
  const margins = items.map((item) =>
    Number.parseFloat(/margin-left:([\d.]+)/.exec(item.getAttribute('style') ?? '')?.[1] ?? '0'),
  );
  const levels = [...new Set(margins)].toSorted((one, other) => one - other);
  for (const [at, item] of items.entries()) {
    rename(item, 'p').setAttribute('style', `mso-list:slide level${levels.indexOf(margins[at] ?? 0) + 1}`);
  }
}

/** Word on the web copies one list per item. */
export function joinWordOnlineLists(body: HTMLElement): void {
  for (const end of body.querySelectorAll('span.EOP')) if (end.textContent.trim() === '') end.remove();
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) unwrap(wrapper);
  for (const heading of body.querySelectorAll('p[role="heading"][aria-level]')) {
    const level = Number(heading.getAttribute('aria-level'));
    if (level >= 1 && level <= 6) rename(heading, `h${level}`);
  }
  joinLevels(body, 'li[data-aria-level]', 'data-aria-level', 1);
  joinLevels(body, 'li[data-stringify-indent]', 'data-stringify-indent', 0);
}

/** Joins adjacent lists whose items carry their level. */
function joinLevels(body: HTMLElement, items: string, attribute: string, top: number): void {
  let open: { level: number; list: Element }[] = [];
  for (const item of body.querySelectorAll(items)) {
    const list = item.parentElement;
    if (!list?.matches('ul, ol')) continue;
    const level = Number(item.getAttribute(attribute)) - top;
    const isBeside =
      open.length > 0 && (list === open[0]?.list || list.previousElementSibling === open[0]?.list);
    if (!isBeside) open = [];
    if (list === open.at(-1)?.list && level === open.at(-1)?.level) continue;
    open = open.filter((other) => other.level <= level);
    const same = open.at(-1);
    if (same?.level === level && same.list.tagName === list.tagName && !startsAnew(list))
      same.list.append(item);
    else {
      if (same?.level === level) open.pop();
      const outer = open.at(-1)?.list.lastElementChild;
      if (outer) outer.append(list);
      open.push({ level, list });
    }
    if (list.childElementCount === 0) list.remove();
  }
}

const startsAnew = (list: Element): boolean => list.tagName === 'OL' && list.getAttribute('start') === '1';
