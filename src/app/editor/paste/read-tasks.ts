/** Reads task lists of other programs. */
import { removeAll, rename, unwrap } from './elements.ts';

const BOXES =
  ':scope > input[type="checkbox"], :scope > p > input[type="checkbox"], :scope > label > input[type="checkbox"], :scope > div.checkbox';
const PICTURES = ':scope > img[aria-roledescription], :scope > img[alt*="checked"]';

/** A list is a task list when every item has a checkbox. */
export function readTasks(body: HTMLElement): void {
  makeTaskLists(body);
  for (const list of body.querySelectorAll('ul, ol')) {
    const items = [...list.children].filter((child) => child.tagName === 'LI');
    const states = items.map(readState);
    if (items.length === 0 || list.matches('[data-type]') || states.includes(null)) continue;
    list.setAttribute('data-type', 'taskList');
    for (const [at, item] of items.entries()) makeTask(item, states[at] === true);
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

const TYPED_BOX = /^\s*\[([ xX])\]\s+/;

/** Notion copies checkboxes as text. */
export function readTypedBoxes(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul')) {
    const items = [...list.children];
    const texts = items.map((item) => textsOf(item)[0]);
    if (!texts.every((text) => TYPED_BOX.test(text?.data ?? ''))) continue;
    for (const [at, text] of texts.entries()) if (text) items[at]?.prepend(boxOf(text));
  }
}

function boxOf(text: Text): HTMLInputElement {
  const [typed = '', mark] = TYPED_BOX.exec(text.data) ?? [];
  text.data = text.data.slice(typed.length);
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.toggleAttribute('checked', mark !== ' ');
  return box;
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
