import { useEffect, type RefObject } from 'react';
import type { Selection } from './use-selection.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keys of the list, as in a file manager. Up and down move between the rows, and select with Shift. Home and End move to the
 * first and the last row. `x` selects a row, Ctrl+A all, Escape none. Down from the last row leads to the rows of `below`.
 */
export function useListKeys(
  list: RefObject<HTMLUListElement | null>,
  { documents, select, selectAll, clear }: Selection,
  below: RefObject<HTMLElement | null>,
): void {
  useKeys((event) => {
    const { target } = event;
    const rows = list.current;
    if (!rows || !(target instanceof Element)) return;
    const row = rows.contains(target) ? target.closest('li') : null;
    if (event.key === 'Escape' && documents.length > 0) clear();
    else if (event.key.toLowerCase() === 'x' && row) select(idOf(row), event.shiftKey);
    else if (leadsBelow(event, rows, row) && focusRow(below.current?.querySelector('li'))) {
      // The focus has moved.
    } else if (rows.contains(target)) {
      const next = rowAfter(event.key, rows, row);
      if (!next || !focusRow(next)) return;
      if (event.shiftKey && row && documents.length === 0) select(idOf(row), false);
      if (event.shiftKey && row) select(idOf(next), true);
    } else return;
    event.preventDefault();
  });
  useKeys(
    (event) => {
      if (event.key !== 'a' || !list.current?.contains(event.target as Node)) return;
      event.preventDefault();
      selectAll();
    },
    { control: true },
  );
}

const leadsBelow = ({ key, shiftKey }: KeyboardEvent, rows: Element, row: Element | null): boolean =>
  key === 'ArrowDown' && !shiftKey && row !== null && row === rows.lastElementChild;

const idOf = (row: HTMLElement): string => row.dataset['id'] ?? '';

/** The row to which a key moves. `row`: null while the list itself has the focus. */
function rowAfter(key: string, rows: Element, row: Element | null): HTMLElement | null {
  const found = findAfter(key, rows, row);
  return found instanceof HTMLElement ? found : null;
}

function findAfter(key: string, rows: Element, row: Element | null): Element | null | undefined {
  if (key === 'Home' || (key === 'ArrowDown' && row === null)) return rows.firstElementChild;
  if (key === 'End' || (key === 'ArrowUp' && row === null)) return rows.lastElementChild;
  const step = STEPS[key];
  if (step === undefined) return null;
  return step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
}

/** A row without a link is in the trash. False when there is no row. */
export function focusRow(row: Element | null | undefined): boolean {
  const target = row?.querySelector<HTMLElement>('a, button');
  target?.focus();
  return target !== undefined && target !== null;
}

/** `/` moves the focus to the search field, as in other lists. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useKeys((event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    field.current?.focus();
  });
}

export function useDeleteKey(remove: () => void): void {
  useKeys((event) => {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    remove();
  });
}

/** Keys outside of fields, dialogs and menus: without modifiers, or with Ctrl or Cmd. */
function useKeys(act: (event: KeyboardEvent) => void, { control = false } = {}): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey || (event.ctrlKey || event.metaKey) !== control || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null) act(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');
