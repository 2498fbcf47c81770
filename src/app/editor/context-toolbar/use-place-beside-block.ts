import { autoUpdate } from '@floating-ui/dom';
import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isTouch } from '../../ui/is-touch.ts';
import { levelWith, roomBeside } from './place-beside-block.ts';

const EDGE_PX = 8;

/** Keeps a bar beside the selected block of this kind, or at the foot of the window where there is no room. */
export function usePlaceBesideBlock(editor: Editor, kind: string | null): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || kind === null) return undefined;
    const { dom } = editor.view;
    let frame = 0;
    const place = (): void => {
      const block = blockAround(editor, kind)?.getBoundingClientRect();
      if (block) putBeside(element, block);
    };
    // Measured in a frame, where the layout is up to date anyway.
    const placeSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    const stop = autoUpdate(dom, element, place);
    editor.on('transaction', placeSoon);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      editor.off('transaction', placeSoon);
    };
  }, [editor, kind]);
  return bar;
}

function putBeside(bar: HTMLElement, block: DOMRect): void {
  const room = roomAround(bar);
  const beside = isTouch() ? null : roomBeside(block, room.right);
  bar.dataset['place'] = beside ? 'beside' : 'foot';
  if (beside) {
    bar.style.setProperty('--left', `${beside.left}px`);
    bar.style.setProperty('--width', `${beside.width}px`);
    // The height depends on the width, so it is measured last.
    bar.style.setProperty('--top', `${levelWith(block, bar.getBoundingClientRect().height, room)}px`);
  }
  bar.style.visibility = 'visible';
}

function blockAround({ state, view }: Editor, kind: string): Element | null {
  const { from, to } = state.selection;
  let block: Element | null = null;
  state.doc.nodesBetween(from, to, (node, pos) => {
    const dom = block === null && node.type.name === kind ? view.nodeDOM(pos) : null;
    if (dom instanceof Element) block = dom;
    return block === null;
  });
  return block;
}

/** The space between the other bars. The parent of this bar sticks below those at the top. */
function roomAround(bar: Element) {
  // In a low window the document tools are below the text, out of view.
  const tools = document.querySelector('.document-tools')?.getBoundingClientRect().top;
  const finding = document.querySelector('.find-bar')?.getBoundingClientRect().bottom;
  const frame = bar.parentElement?.getBoundingClientRect();
  return {
    top: Math.max(frame?.top ?? 0, (finding ?? 0) + EDGE_PX),
    bottom: Math.min(tools ?? innerHeight, innerHeight) - EDGE_PX,
    right: (frame?.right ?? innerWidth) - EDGE_PX,
  };
}
