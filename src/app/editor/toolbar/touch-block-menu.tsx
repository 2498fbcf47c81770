import type { Editor } from '@tiptap/core';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../ui/menu.tsx';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { BlockMenuItems } from '../late/loader.ts';
import type { FormattingActions } from './formatting-commands.ts';

interface TouchBlockMenuProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
}

/** Menu of the block at the caret, on touch devices, which have no block handle. */
export function TouchBlockMenu({ editor, actions }: TouchBlockMenuProps) {
  const { t } = useTranslation('editor');
  return (
    <Menu
      onLeave={() => editor.isDestroyed || editor.view.focus()}
      trigger={
        <ToolbarItem className="toolbar-button" aria-label={t('block.menu')}>
          <GripVertical size={18} aria-hidden />
        </ToolbarItem>
      }
    >
      <BlockMenuItems editor={editor} actions={actions} />
    </Menu>
  );
}
