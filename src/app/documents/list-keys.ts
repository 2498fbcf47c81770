import { useEffect, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Up and down arrows move between the rows, Home and End to the first and the last one. */
export function useRowKeys(list: RefObject<HTMLUListElement | null>): void {
  useKeys((event) => {
    const { target } = event;
    const rows = list.current;
    if (rows === null || !(target instanceof Element) || !rows.contains(target)) return;
    if (focusRow(rowAfter(event.key, rows, target.closest('li')))) event.preventDefault();
  });
}

/** The row to which a key moves. `row`: null while the list itself has the focus. */
function rowAfter(key: string, rows: Element, row: Element | null): Element | null | undefined {
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

/** Keys without modifiers, outside of fields, dialogs and menus. */
function useKeys(act: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null) act(event);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable="true"]');
