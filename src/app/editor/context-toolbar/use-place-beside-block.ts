import { autoUpdate } from '@floating-ui/dom';
import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { placeBesideBlock } from './place-beside-block.ts';

const EDGE_PX = 8;

/** Keeps a bar beside the block of this kind that is selected in; it stands in a frame that sticks below the other bars. */
export function usePlaceBesideBlock(editor: Editor, kind: string | null): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || kind === null) return undefined;
    const { dom } = editor.view;
    let frame = 0;
    const place = (): void => {
      const block = blockAround(editor, kind);
      if (!block) return;
      const { left, top } = placeBesideBlock({
        block: block.getBoundingClientRect(),
        caret: editor.view.coordsAtPos(editor.state.selection.head),
        bar: element.getBoundingClientRect(),
        room: roomAround(element),
      });
      element.style.setProperty('--left', `${left}px`);
      element.style.setProperty('--top', `${top}px`);
      element.style.visibility = 'visible';
    };
    // In a frame the page is laid out anyway.
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

function roomAround(bar: Element) {
  // In a low window they are below the text, out of sight.
  const tools = document.querySelector('.document-tools')?.getBoundingClientRect().top;
  return {
    top: bar.parentElement?.getBoundingClientRect().top ?? 0,
    bottom: Math.min(tools ?? innerHeight, innerHeight) - EDGE_PX,
    left: EDGE_PX,
    right: document.documentElement.clientWidth - EDGE_PX,
  };
}
