import type { Editor } from '@tiptap/core';
import { blocksBetween, moveBlocks } from '../move-blocks/move-blocks.ts';
import { selectBlocks, type Blocks } from './block-commands.ts';
import { followBlocks } from './follow-blocks.ts';
import { dropPlace } from './blocks-at.ts';
import { boxIn } from './measure.ts';

/** Within this distance of the window's edge, the text scrolls. */
const SCROLL_ZONE_PX = 56;
const SCROLL_PX_PER_FRAME = 14;

export interface DraggedBlocks {
  readonly blocks: Blocks;
  /** Position at which the blocks would be dropped. */
  readonly place: number | null;
}

export interface Drag {
  readonly move: (y: number) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
}

interface DragOptions {
  readonly blocks: Blocks;
  /** Height of the pointer in the window. */
  readonly y: number;
  /** Height at which the visible text begins, below the sticky bars. */
  readonly top: () => number;
  /** Called once per frame, with null at the end. */
  readonly onShow: (dragged: DraggedBlocks | null) => void;
}

/** Drags blocks and follows remote changes of them; ends when they are deleted. Escape cancels. */
export function dragBlocks(editor: Editor, { onShow, top, ...start }: DragOptions): Drag {
  let { blocks, y } = start;
  let frame = requestAnimationFrame(draw);
  const place = (): number | null => {
    const { doc } = editor.state;
    const moved = blocksBetween(doc, blocks.from, blocks.to);
    return moved && dropPlace(doc, moved, y, boxIn(editor.view));
  };
  function draw(): void {
    const by = scrollAt(y, top(), window.innerHeight);
    if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' });
    onShow({ blocks, place: place() });
    frame = requestAnimationFrame(draw);
  }
  const stopFollowing = followBlocks(
    editor,
    () => blocks,
    (next) => {
      if (next) blocks = next;
      else cancel();
    },
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') cancel();
  };
  window.addEventListener('keydown', onKeyDown, true);
  function cancel(): void {
    cancelAnimationFrame(frame);
    stopFollowing();
    window.removeEventListener('keydown', onKeyDown, true);
    onShow(null);
  }
  return {
    cancel,
    move: (next) => {
      y = next;
    },
    drop: () => {
      const target = place();
      cancel();
      if (target !== null) put(editor, blocks, target);
    },
  };
}

/** Pixels per frame, positive downwards. */
export function scrollAt(y: number, top: number, bottom: number): number {
  const into = (depth: number): number => Math.min(1, Math.max(0, depth / SCROLL_ZONE_PX));
  const share = into(y - (bottom - SCROLL_ZONE_PX)) - into(top + SCROLL_ZONE_PX - y);
  return Math.round(share * SCROLL_PX_PER_FRAME);
}

function put(editor: Editor, blocks: Blocks, target: number): void {
  selectBlocks(editor, blocks);
  const moved = blocksBetween(editor.state.doc, blocks.from, blocks.to);
  if (moved) moveBlocks(editor, moved, target);
  editor.view.focus();
}
