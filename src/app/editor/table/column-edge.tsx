import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { separateUndoStep } from '../binding/undo-depth.ts';
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from './column-widths.ts';
import { changeColumnWidth, dragColumn, isFromRight, widthNow, type ColumnDrag } from './drag-column.ts';
import { storedWidth } from './resize-column.ts';

const STEP_PX = 16;

interface ColumnEdgeProps {
  readonly editor: Editor;
  readonly cell: number;
  /** The width during a drag. */
  readonly dragged: number | null;
  readonly onDragged: (px: number | null) => void;
}

/** The end edge of a column, which changes its width; a double click and Home make it automatic. */
export function ColumnEdge({ editor, cell, dragged, onDragged }: ColumnEdgeProps) {
  const { t } = useTranslation('editor');
  // Draws again after every change of the width.
  useEditorState({ editor, selector: ({ editor: { state } }) => storedWidth(state.doc, cell) });
  const handlers = useColumnDrag(editor, cell, onDragged);
  const now = dragged ?? widthNow(editor, cell);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = stepOf(event.key, isFromRight(editor, cell));
    if (step === null && event.key !== 'Home' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'ArrowUp') firstItem(event.currentTarget)?.focus();
    else changeColumnWidth(editor, cell, step === null ? null : widthNow(editor, cell) + step);
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that moves is no rule between texts
      role="separator"
      data-toolbar-item
      tabIndex={-1}
      className="column-edge"
      data-dragged={dragged === null ? undefined : true}
      aria-orientation="vertical"
      aria-label={t('table.columnWidth')}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuenow={now}
      onKeyDown={onKeyDown}
      // The next change begins another undo step.
      onFocus={() => separateUndoStep(editor, () => undefined)}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onDoubleClick={() => separateUndoStep(editor, () => changeColumnWidth(editor, cell, null))}
      {...handlers}
    />
  );
}

/** The edge moves in the direction of the arrow. */
function stepOf(key: string, isRightToLeft: boolean): number | null {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  return (key === 'ArrowRight') === isRightToLeft ? -STEP_PX : STEP_PX;
}

const firstItem = (edge: HTMLElement): HTMLElement | null =>
  edge.closest('[role=toolbar]')?.querySelector<HTMLElement>('[data-toolbar-item]') ?? null;

function useColumnDrag(editor: Editor, cell: number, onShow: (px: number | null) => void) {
  const drag = useRef<ColumnDrag | null>(null);
  useEffect(() => () => drag.current?.cancel(), []);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = dragColumn(editor, { cell, x: event.clientX, onShow });
    },
    onPointerMove: ({ clientX }: PointerEvent<HTMLElement>): void => drag.current?.move(clientX),
    onPointerUp: (): void => drag.current?.drop(),
    onLostPointerCapture: (): void => drag.current?.cancel(),
  };
}
