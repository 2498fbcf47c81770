import type { Editor } from '@tiptap/core';
import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { HighlightSubmenu } from '../highlight/highlight-menu.tsx';
import type { FormattingActions, FormattingCommand } from './formatting-commands.ts';
import { isApple, shortcutLabel } from './shortcut-label.ts';
import type { ToolbarState } from './toolbar-state.ts';

interface OverflowMenuProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
  readonly commands: readonly FormattingCommand[];
  readonly state: ToolbarState;
}

/** The commands that a narrow row has no room for. */
export function OverflowMenu({ editor, actions, commands, state }: OverflowMenuProps) {
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
      {commands.map(({ id, icon, keys, run }) => (
        <Fragment key={id}>
          <MenuItem
            name={t(`command.${id}`)}
            icon={icon}
            keys={keys && shortcutLabel(keys, isApple(navigator.platform))}
            checked={state.commands[id].active ?? undefined}
            off={!state.commands[id].available}
            onChoose={() => run(editor, actions)}
          />
          {id === 'highlight' ? (
            <HighlightSubmenu
              editor={editor}
              color={state.highlight}
              available={state.commands.highlight.available}
            />
          ) : null}
        </Fragment>
      ))}
    </Menu>
  );
}
