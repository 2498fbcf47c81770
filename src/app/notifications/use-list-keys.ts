import { useEffect, type RefObject } from 'react';

const ROWS = '[data-notification]';
const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** J and K step through the rows, E marks the one that has the focus as done. Enter opens it, as a link does. */
export function useListKeys(list: RefObject<HTMLElement | null>, onDone: (index: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, target } = event;
      if (altKey || ctrlKey || metaKey || event.isComposing || takesKeys(target)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
      const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
      const step = STEPS[key.length === 1 ? key.toLowerCase() : key];
      if (step !== undefined) {
        rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step]?.focus();
        event.preventDefault();
      }
      if (key.toLowerCase() !== 'e' || at < 0) return;
      event.preventDefault();
      (rows[at + 1] ?? rows[at - 1] ?? list.current)?.focus();
      onDone(at);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list, onDone]);
}

/** Radio buttons, lists of choices and text fields use these keys themselves. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])'));
