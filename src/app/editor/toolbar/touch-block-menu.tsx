import type { Editor } from '@tiptap/core';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../ui/menu.tsx';
import { ToolbarItem } from '../../ui/toolbar.tsx';

interface TouchBlockMenuProps {
  readonly editor: Editor;
  readonly children: ReactNode;
}

/** Menu of the block at the caret, on touch devices, which have no block handle. */
export function TouchBlockMenu({ editor, children }: TouchBlockMenuProps) {
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
      {children}
    </Menu>
  );
}
