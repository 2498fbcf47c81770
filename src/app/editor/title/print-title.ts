import { useEffect } from 'react';
import { cutText } from '#contract/cut-text.ts';

/** Margin boxes inherit it from the root (`print.css`). */
const PRINTED = '--printed-title';
/** About one line of A4. A box cuts nothing off, and its text would leave the paper. */
const MAX_CHARS = 90;

/** The title that is in view: a version in place of the text has its own. */
function shownTitle(): string {
  const shown = [...document.querySelectorAll<HTMLElement>('.title-field')].find((field) =>
    field.checkVisibility(),
  );
  return (shown instanceof HTMLTextAreaElement ? shown.value : shown?.textContent) ?? '';
}

function printedTitle(): string {
  const title = shownTitle().replaceAll(/\s+/g, ' ').trim();
  const start = cutText(title, MAX_CHARS);
  return start === title ? title : `${start.trimEnd()}…`;
}

/** Writes the title at the top of all pages but the first, in browsers that print margin boxes. */
export function usePrintedTitle(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    // A string of JSON without control characters is one of CSS.
    const write = (): void => style.setProperty(PRINTED, JSON.stringify(printedTitle()));
    addEventListener('beforeprint', write);
    return () => {
      removeEventListener('beforeprint', write);
      style.removeProperty(PRINTED);
    };
  }, []);
}
