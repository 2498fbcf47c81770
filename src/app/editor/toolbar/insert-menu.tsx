import { ChevronDown, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../ui/menu.tsx';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { CommandItems, type CommandItemsProps } from './command-items.tsx';

/** Commands that insert something and have no button in the row. */
export function InsertMenu(props: CommandItemsProps) {
  const { t } = useTranslation('editor');
  return (
    <Menu
      align="end"
      trigger={
        <ToolbarItem className="toolbar-button toolbar-insert" aria-label={t('toolbar.insert')}>
          <Plus size={18} aria-hidden />
          <span>{t('toolbar.insert')}</span>
          <ChevronDown size={14} aria-hidden />
        </ToolbarItem>
      }
    >
      <CommandItems {...props} />
    </Menu>
  );
}
