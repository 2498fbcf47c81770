import { autoUpdate } from '@floating-ui/dom';
import type { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Columns with a narrower visible part have no handle. */
const LEAST_PX = 24;
/** From the upper edge of a cell to the middle of its first line. */
const FIRST_LINE_PX = 21;

/** Keeps the handles at the edges of the table, level with the cell. */
export function usePlaceAtCell(
  editor: Editor,
  layer: RefObject<HTMLElement | null>,
  cell: number | null,
): void {
  useLayoutEffect(() => {
    if (layer.current && cell !== null) place(editor, layer.current, cell);
  });
  useEffect(() => {
    const handles = layer.current;
    if (!handles || cell === null) return undefined;
    const { dom } = editor.view;
    let frame = 0;
    const placeNow = (): void => place(editor, handles, cell);
    const placeSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(placeNow);
    };
    const stop = autoUpdate(dom, handles, placeNow);
    editor.on('transaction', placeSoon);
    // Wide tables scroll on their own.
    dom.addEventListener('scroll', placeNow, true);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      editor.off('transaction', placeSoon);
      dom.removeEventListener('scroll', placeNow, true);
    };
  }, [editor, layer, cell]);
}

function place({ view }: Editor, layer: HTMLElement, pos: number): void {
  const dom = view.nodeDOM(pos);
  const scroller = dom instanceof HTMLElement ? dom.closest('.table-scroll') : null;
  if (!(dom instanceof HTMLElement) || !scroller) return;
  const origin = layer.getBoundingClientRect();
  const cell = dom.getBoundingClientRect();
  const table = scroller.getBoundingClientRect();
  const bars = layer.parentElement?.querySelector('.toolbar')?.getBoundingClientRect().bottom ?? 0;
  const left = Math.max(cell.left, table.left);
  const right = Math.min(cell.right, table.right);
  const set = (name: string, px: number): void => layer.style.setProperty(name, `${px}px`);
  set('--row-x', table.left - origin.left);
  set('--row-y', cell.top + Math.min(cell.height / 2, FIRST_LINE_PX) - origin.top);
  set('--column-x', (left + right) / 2 - origin.left);
  // If the table begins above the window: at the upper edge of the cell.
  set('--column-y', (table.top < bars ? cell.top : table.top) - origin.top);
  layer.toggleAttribute('data-column-hidden', right - left < LEAST_PX);
  const edge = getComputedStyle(dom).direction === 'rtl' ? cell.left : cell.right;
  const top = Math.max(table.top, bars);
  set('--edge-x', edge - origin.left);
  set('--edge-y', top - origin.top);
  set('--edge-height', Math.max(table.bottom - top, 0));
  layer.toggleAttribute('data-edge-hidden', edge < table.left - 1 || edge > table.right + 1);
}
