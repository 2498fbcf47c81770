import { useEffect, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Up and down arrows move between the rows. */
export function useRowKeys(list: RefObject<HTMLUListElement | null>): void {
  useKeys((event) => {
    const step = STEPS[event.key];
    const row = event.target instanceof Element ? event.target.closest('li') : null;
    if (step === undefined || row === null || row.parentElement !== list.current) return;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    // A row without a link is in the trash.
    const target = next?.querySelector<HTMLElement>('a, button');
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
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
