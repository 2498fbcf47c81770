/** Reads task lists of other programs. */
import { removeAll, rename, unwrap } from './elements.ts';

const BOXES =
  ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > label > input[type="checkbox"], :scope > div.checkbox';
const PICTURES = ':scope > img[aria-roledescription], :scope > img[alt*="checked"]';

/** Items with a checkbox become tasks; those without stay a list of their own. */
export function readTasks(body: HTMLElement): void {
  makeTaskLists(body);
  for (const list of body.querySelectorAll('ul, ol')) {
    if (list.matches('[data-type]')) continue;
    for (const part of splitByKind(list)) {
      const items = [...part.children];
      if (items.some((item) => readState(item) === null)) continue;
      part.setAttribute('data-type', 'taskList');
      for (const item of items) makeTask(item, readState(item) === true);
    }
  }
  holdTogether(body);
}

/** Lists of items with a checkbox and without, in order. A numbered list stays whole, with its boxes as text. */
function splitByKind(list: Element): Element[] {
  const items = [...list.children].filter((child) => child.tagName === 'LI');
  const [first, ...rest] = items;
  if (!first) return [];
  const isMixed = rest.some((item) => isTask(item) !== isTask(first));
  if (!isMixed) return [list];
  if (list.tagName === 'OL') {
    for (const item of items) typeBox(item);
    return [list];
  }
  const parts = [list];
  for (const [at, item] of rest.entries()) {
    const isSame = isTask(item) === isTask(items[at] ?? first);
    if (!isSame) parts.push(list.cloneNode() as Element);
    if (parts.length > 1) parts.at(-1)?.append(item);
  }
  list.after(...parts.slice(1));
  return parts;
}

const isTask = (item: Element): boolean => readState(item) !== null;

function typeBox(item: Element): void {
  for (const box of item.querySelectorAll(BOXES)) box.replaceWith(box.hasAttribute('checked') ? '☒' : '☐');
}

/** The editor takes the first box inside a task for all of its content. */
function holdTogether(body: HTMLElement): void {
  for (const task of body.querySelectorAll('li[data-type="taskItem"]:not(:has(> label > input))')) {
    const content = task.ownerDocument.createElement('div');
    content.append(...task.childNodes);
    task.append(content);
  }
}

/** Whether the task is done; null for other items. */
function readState(item: Element): boolean | null {
  const box = item.querySelector(BOXES);
  if (box) return box.hasAttribute('checked') || box.classList.contains('checkbox-on');
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true';
  if (item.hasAttribute('data-inline-task-id')) return item.classList.contains('checked');
  return null;
}

function makeTask(item: Element, isDone: boolean): void {
  item.setAttribute('data-type', 'taskItem');
  item.setAttribute('data-checked', String(isDone));
  for (const box of item.querySelectorAll(`${BOXES}, ${PICTURES}`)) box.remove();
}

function textsOf(item: Element): Text[] {
  const texts: Text[] = [];
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text instanceof Text && text.data.trim() !== '' && text.parentElement?.closest('li') === item)
      texts.push(text);
  }
  return texts;
}

const TYPED_BOX = /^\s*(?:\[([ xX])\]|([☐☑☒]))(?!\ufe0f)\s+/u;
const isTyped = (block: Element): boolean => TYPED_BOX.test(block.textContent);

/** Notion copies checkboxes as text, Word as signs before paragraphs. */
export function readTypedBoxes(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul')) {
    const items = [...list.children];
    if (items.every(isTyped)) for (const item of items) readTypedBox(item);
  }
  for (const line of body.querySelectorAll('p')) {
    if (!/^\s*[☐☑☒]/u.test(line.textContent) || !isTyped(line) || !mayBeTask(line)) continue;
    const list = line.ownerDocument.createElement('ul');
    const item = line.ownerDocument.createElement('li');
    const above = line.previousElementSibling;
    if (above?.matches('ul[data-typed]')) above.append(item);
    else line.before(list);
    if (!item.parentElement) list.append(item);
    list.setAttribute('data-typed', '');
    readTypedBox(line);
    item.append(...line.querySelectorAll(':scope > input'), line);
  }
}

/** A form may have several boxes in a line. */
const mayBeTask = (line: Element): boolean =>
  line.textContent.match(/[☐☑☒]/gu)?.length === 1 && line.closest('li, td, th, pre') === null;

/** The sign and the space behind it may have different formats. */
function readTypedBox(block: Element): void {
  const [typed = '', mark, sign] = TYPED_BOX.exec(block.textContent) ?? [];
  const box = block.ownerDocument.createElement('input');
  box.type = 'checkbox';
  box.toggleAttribute('checked', mark === undefined ? sign !== '☐' : mark !== ' ');
  let left = typed.length;
  const texts = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (left > 0 && texts.nextNode()) {
    const text = texts.currentNode as Text;
    const cut = Math.min(left, text.data.length);
    text.data = text.data.slice(cut);
    left -= cut;
  }
  block.prepend(box);
}

const STRUCK = 's, strike, del, [style*="line-through"]';

/** Removes strikethrough from a done task that is struck as a whole: that is the look of the program. */
export function dropStrikeOfDone(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li[data-checked="true"]')) {
    const texts = textsOf(item);
    if (texts.every((text) => text.parentElement?.closest(STRUCK))) for (const text of texts) unstrike(text);
  }
}

function unstrike(text: Text): void {
  for (
    let struck = text.parentElement?.closest(STRUCK);
    struck;
    struck = text.parentElement?.closest(STRUCK)
  ) {
    if (struck.matches('s, strike, del')) unwrap(struck);
    else
      struck.setAttribute('style', (struck.getAttribute('style') ?? '').replaceAll('line-through', 'none'));
  }
}

/** Confluence has tasks that are not list items. */
function makeTaskLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('[data-node-type="actionList"]')) {
    for (const task of list.querySelectorAll(':scope > [data-task-state]')) {
      const isDone = task.getAttribute('data-task-state') === 'DONE';
      const item = rename(task, 'li');
      item.setAttribute('role', 'checkbox');
      item.setAttribute('aria-checked', String(isDone));
    }
    rename(list, 'ul');
  }
  // Images of checkboxes in lists that are task lists already.
  for (const item of body.querySelectorAll('li[role="checkbox"]')) removeAll(item, PICTURES);
}
