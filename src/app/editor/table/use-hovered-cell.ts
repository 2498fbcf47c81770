import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect, useRef, useState } from 'react';

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
    const look = ({ target, pointerType, buttons }: Event & Partial<PointerEvent>): void => {
      cancelAnimationFrame(frame);
      if (pointerType === 'touch' || buttons !== 0 || !(target instanceof Element)) return;
      if (target.closest('.table-handles')) return;
      frame = requestAnimationFrame(() => show(editor.isDestroyed ? null : cellOf(editor, target)));
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

function cellOf({ view }: Editor, target: Element): number | null {
  const cell = target.closest('td, th');
  return cell && view.dom.contains(cell) ? view.posAtDOM(cell, 0) - 1 : null;
}
