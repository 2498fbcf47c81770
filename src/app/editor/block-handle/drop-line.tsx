import type { Editor } from '@tiptap/core';
import type { RefObject } from 'react';
import type { DraggedBlocks } from './drag-blocks.ts';
import { frameOf, lineAt } from './measure.ts';

interface DropLineProps extends DraggedBlocks {
  readonly editor: Editor;
  readonly layer: RefObject<HTMLElement | null>;
}

/** Marks the dragged blocks and the place where they would go. */
export function DropLine({ editor: { view }, layer, blocks, place }: DropLineProps) {
  const origin = layer.current?.getBoundingClientRect() ?? new DOMRect();
  const line = place === null ? null : lineAt(view, place);
  const column = view.dom.getBoundingClientRect();
  const { top, height } = frameOf(view, blocks);
  return (
    <>
      <div
        className="dragged-blocks"
        style={{ top: top - origin.top, left: column.left - origin.left, width: column.width, height }}
      />
      {line ? (
        <div
          className="drop-line"
          style={{ top: line.top - origin.top, left: line.left - origin.left, width: line.width }}
        />
      ) : null}
    </>
  );
}
