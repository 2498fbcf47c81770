import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Blocks } from './block-commands.ts';
import { blocksAt } from './blocks-at.ts';
import { followBlocks } from './follow-blocks.ts';
import { boxIn } from './measure.ts';

/** Reach left of the text, where the handle is, and a little to its right. */
const REACH_PX = { left: 80, right: 40 };

interface HoveredBlocks {
  readonly blocks: Blocks | null;
  readonly show: (blocks: Blocks | null) => void;
}

/** The blocks at the pointer of a mouse or a pen, in and beside the text; frozen while `isHeld`. */
export function useHoveredBlocks(
  editor: Editor,
  layer: RefObject<HTMLElement | null>,
  isHeld: boolean,
): HoveredBlocks {
  const [blocks, setBlocks] = useState<Blocks | null>(null);
  // Updates can follow each other before a render, so each starts from the last.
  const latest = useRef<Blocks | null>(null);
  const show = useCallback((next: Blocks | null): void => {
    if (latest.current === next) return;
    latest.current = next;
    setBlocks(next);
  }, []);

  useEffect(() => followBlocks(editor, () => latest.current, show), [editor, show]);

  useEffect(() => {
    const page = layer.current?.parentElement;
    if (!page || isHeld) return undefined;
    const { dom } = editor.view;
    let frame = 0;
    const look = (event: PointerEvent): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => show(find(editor, page, event)));
    };
    const hide = (): void => {
      cancelAnimationFrame(frame);
      show(null);
    };
    page.addEventListener('pointermove', look);
    page.addEventListener('pointerleave', hide);
    // The handle hides during typing.
    dom.addEventListener('keydown', hide);
    return () => {
      cancelAnimationFrame(frame);
      page.removeEventListener('pointermove', look);
      page.removeEventListener('pointerleave', hide);
      dom.removeEventListener('keydown', hide);
    };
  }, [editor, layer, isHeld, show]);

  return { blocks, show };
}

function find({ view, state }: Editor, page: Element, event: PointerEvent): Blocks | null {
  const { target, pointerType, buttons, clientX, clientY } = event;
  const isBeside =
    target === page || (target instanceof Element && target.closest('.editor-column, .block-handle'));
  if (!isBeside || pointerType === 'touch' || buttons !== 0) return null;
  const { left, right } = view.dom.getBoundingClientRect();
  if (clientX < left - REACH_PX.left || clientX > right + REACH_PX.right) return null;
  const range = blocksAt(state.doc, clientY, boxIn(view));
  return range && { from: range.start, to: range.end };
}
