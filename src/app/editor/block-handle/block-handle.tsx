import type { Editor } from '@tiptap/core';
import { GripVertical, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeBlocks } from '../move-blocks/move-blocks.ts';
import { BLOCK_MENU_KEYS } from '../shortcut-help/list-shortcuts.ts';
import type { FormattingActions } from '../toolbar/formatting-commands.ts';
import { ariaShortcut, isApple } from '../../ui/shortcut-label.ts';
import { askForBlock, selectBlocks, withSelection, type Blocks } from './block-commands.ts';
import './block-handle.css';
import { BlockMenu } from './block-menu.tsx';
import { DropLine } from './drop-line.tsx';
import { middleOfFirstLine } from './measure.ts';
import { useBlockDrag } from './use-block-drag.ts';
import { useHoveredBlocks } from './use-hovered-blocks.ts';

interface BlockHandleProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
}

/** Beside the block at the pointer: a grip that moves it and opens its menu, and a button that adds a block below. */
export function BlockHandle({ editor, actions }: BlockHandleProps) {
  const { t } = useTranslation('editor');
  const layer = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const { blocks, show } = useHoveredBlocks(editor, layer, isOpen || isPressed);
  // The blocks were deleted remotely.
  if (!blocks && (isOpen || isPressed)) {
    setOpen(false);
    setPressed(false);
  }
  const openAt = (place: Blocks): void => {
    show(place);
    selectBlocks(editor, withSelection(editor.state, place));
    setOpen(true);
  };
  const drag = useBlockDrag(editor, layer, blocks, {
    onPressed: setPressed,
    onDropped: () => show(null),
  });
  useBlockMenuKeys(editor, openAt);
  usePlace(editor, layer, handle, blocks);
  const onOpenChange = (open: boolean): void => {
    if (open) return blocks && drag.isClick() ? openAt(blocks) : undefined;
    setOpen(false);
    show(null);
  };

  return (
    <div ref={layer} className="block-layer">
      {/* Mounted while hidden: the menu must see the key that opens it to focus its first item. */}
      <div ref={handle} className="block-handle" hidden={!blocks}>
        <HandleButton
          className="block-add"
          aria-label={t('block.add')}
          title={t('block.add')}
          onClick={() => blocks && askForBlock(editor, blocks)}
        >
          <Plus size={16} aria-hidden />
        </HandleButton>
        <BlockMenu
          editor={editor}
          actions={actions}
          open={isOpen}
          onOpenChange={onOpenChange}
          trigger={
            <HandleButton
              className="block-grip"
              aria-label={t('block.menu')}
              title={t('block.grip')}
              aria-keyshortcuts={ariaShortcut(BLOCK_MENU_KEYS, isApple(navigator.platform))}
              {...drag.grip}
            >
              <GripVertical size={16} aria-hidden />
            </HandleButton>
          }
        />
      </div>
      {drag.dragged ? <DropLine editor={editor} layer={layer} {...drag.dragged} /> : null}
    </div>
  );
}

/** Not focusable and not in tab order: shortcuts do the same. */
function HandleButton(props: ComponentProps<'button'>) {
  return <button type="button" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} {...props} />;
}

/** Opens the menu of the selected blocks from the text. */
function useBlockMenuKeys(editor: Editor, open: (blocks: Blocks) => void): void {
  useEffect(() => {
    const { dom } = editor.view;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
      if (key !== 'Enter' || !altKey || !shiftKey || ctrlKey || metaKey) return;
      event.preventDefault();
      const { $from, $to } = editor.state.selection;
      const range = wholeBlocks($from, $to);
      if (range) open({ from: range.start, to: range.end });
    };
    dom.addEventListener('keydown', onKeyDown);
    return () => dom.removeEventListener('keydown', onKeyDown);
  });
}

/** Places the handle in the margin, beside the first line. Set on the element directly: the text may move without a render. */
function usePlace(
  { view }: Editor,
  layer: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  blocks: Blocks | null,
): void {
  useLayoutEffect(() => {
    if (!blocks || !layer.current || !handle.current) return;
    const origin = layer.current.getBoundingClientRect();
    const { width, height } = handle.current.getBoundingClientRect();
    const left = view.dom.getBoundingClientRect().left - origin.left - width;
    const top = middleOfFirstLine(view, blocks) - origin.top - height / 2;
    Object.assign(handle.current.style, { left: `${Math.max(0, left)}px`, top: `${top}px` });
  });
}
