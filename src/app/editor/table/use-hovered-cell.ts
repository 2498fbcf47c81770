import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';
import { isRightToLeft } from './column-widths.ts';

interface Change {
  readonly transaction: Transaction;
  readonly appendedTransactions: readonly Transaction[];
}

/** Position of the table cell at the pointer of a mouse or a pen; unchanged over the handles. */
export function useHoveredCell(editor: Editor, isHeld: boolean): number | null {
  const [cell, setCell] = useState<number | null>(null);
  // Updates can follow each other before a render, so each starts from the last.
  const latest = useRef<number | null>(null);

  useEffect(() => {
    const show = (next: number | null): void => {
      latest.current = next;
      setCell(next);
    };
    const { dom } = editor.view;
    const page = dom.closest('.editor') ?? dom;
    let frame = 0;
    const look = ({ target, pointerType, buttons, clientX = 0 }: Event & Partial<PointerEvent>): void => {
      cancelAnimationFrame(frame);
      if (pointerType === 'touch' || buttons !== 0 || !(target instanceof Element)) return;
      if (target.closest('.table-handles')) return;
      frame = requestAnimationFrame(() => show(editor.isDestroyed ? null : cellOf(editor, target, clientX)));
    };
    const hide = (): void => {
      cancelAnimationFrame(frame);
      show(null);
    };
    const follow = ({ transaction, appendedTransactions }: Change): void => {
      for (const { mapping } of [transaction, ...appendedTransactions]) {
        const mapped = latest.current === null ? null : mapping.mapResult(latest.current, 1);
        if (mapped) show(mapped.deletedAfter ? null : mapped.pos);
      }
    };
    editor.on('transaction', follow);
    if (!isHeld) {
      page.addEventListener('pointermove', look);
      page.addEventListener('pointerleave', hide);
      // The handles hide during typing.
      dom.addEventListener('keydown', hide);
    }
    return () => {
      cancelAnimationFrame(frame);
      editor.off('transaction', follow);
      page.removeEventListener('pointermove', look);
      page.removeEventListener('pointerleave', hide);
      dom.removeEventListener('keydown', hide);
    };
  }, [editor, isHeld]);

  return cell;
}

/** Within this distance of a border, the cell before it is hovered, which has its end edge there. */
const BORDER_PX = 6;

function cellOf({ view }: Editor, target: Element, x: number): number | null {
  const found = target.closest('td, th');
  if (!found || !view.dom.contains(found)) return null;
  const { left, right } = found.getBoundingClientRect();
  const fromStart = isRightToLeft(found) ? right - x : x - left;
  const isAtStart = right - left > 2 * BORDER_PX && fromStart < BORDER_PX;
  const cell = isAtStart ? (found.previousElementSibling ?? found) : found;
  return view.posAtDOM(cell, 0) - 1;
}
