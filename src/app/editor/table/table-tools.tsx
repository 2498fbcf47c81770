import type { Editor } from '@tiptap/core';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../ui/menu.tsx';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { TableMenuItems } from './table-menu-items.tsx';

/** Row and column menus on touch devices, which have no table handles. */
export function TableTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  return (['row', 'column'] as const).map((axis) => (
    <Menu
      key={axis}
      onLeave={() => editor.isDestroyed || editor.view.focus()}
      trigger={
        <ToolbarItem className="toolbar-button table-menu-button" aria-label={t(`table.${axis}`)}>
          <span>{t(`table.${axis}`)}</span>
          <ChevronDown size={14} aria-hidden />
        </ToolbarItem>
      }
    >
      <TableMenuItems editor={editor} axis={axis} />
    </Menu>
  ));
}
