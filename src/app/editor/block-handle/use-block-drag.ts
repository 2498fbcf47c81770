import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { withSelection, type Blocks } from './block-commands.ts';
import { dragBlocks, type Drag, type DraggedBlocks } from './drag-blocks.ts';

/** Pointers move a little during a click. */
const CLICK_PX = 4;

interface BlockDragOptions {
  readonly onPressed: (isPressed: boolean) => void;
  readonly onDropped: () => void;
}

/** Turns pointer events on the grip into a click or a drag of its blocks. */
export function useBlockDrag(
  editor: Editor,
  layer: RefObject<HTMLElement | null>,
  blocks: Blocks | null,
  { onPressed, onDropped }: BlockDragOptions,
) {
  const [dragged, setDragged] = useState<DraggedBlocks | null>(null);
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);

  useEffect(() => () => drag.current?.cancel(), []);

  const start = (y: number): void => {
    if (!blocks) return;
    wasDragged.current = true;
    drag.current = dragBlocks(editor, {
      y,
      blocks: withSelection(editor.state, blocks),
      top: () => layer.current?.parentElement?.querySelector('.toolbar')?.getBoundingClientRect().bottom ?? 0,
      onShow: (shown) => {
        setDragged(shown);
        if (!shown) drag.current = null;
      },
    });
  };
  const release = (): void => {
    pressed.current = null;
    onPressed(false);
  };

  const grip = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      // Otherwise the menu would open before a drag can begin. The text also keeps the focus.
      event.preventDefault();
      if (event.button !== 0) return;
      pressed.current = { x: event.clientX, y: event.clientY };
      wasDragged.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
      onPressed(true);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>): void => {
      const from = pressed.current;
      if (!from) return;
      const isFar = Math.hypot(clientX - from.x, clientY - from.y) > CLICK_PX;
      if (isFar && !wasDragged.current) start(clientY);
      drag.current?.move(clientY);
    },
    onPointerUp: (): void => {
      const dropped = drag.current;
      dropped?.drop();
      release();
      if (dropped) onDropped();
    },
    onLostPointerCapture: (): void => {
      drag.current?.cancel();
      release();
    },
  };
  /** The click event that ends a drag does not count. Call once per click. */
  const isClick = (): boolean => {
    const is = !wasDragged.current;
    wasDragged.current = false;
    return is;
  };
  return { grip, dragged, isClick };
}
