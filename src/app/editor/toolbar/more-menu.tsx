import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../ui/menu.tsx';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { CommandItems, type CommandItemsProps } from './command-items.tsx';

/** Rarely used formatting, and commands without room in a narrow row. */
export function MoreMenu(props: CommandItemsProps) {
  const { t } = useTranslation('editor');
  return (
    <Menu
      align="end"
      trigger={
        <ToolbarItem className="toolbar-button" aria-label={t('toolbar.more')}>
          <Ellipsis size={18} aria-hidden />
        </ToolbarItem>
      }
    >
      <CommandItems {...props} />
    </Menu>
  );
}
