import type { Editor } from '@tiptap/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { HighlightSubmenu } from '../highlight/highlight-menu.tsx';
import type { FormattingActions, FormattingCommand } from './formatting-commands.ts';
import { isApple, shortcutLabel } from '../../ui/shortcut-label.ts';
import type { ToolbarState } from './toolbar-state.ts';

export interface CommandItemsProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
  readonly commands: readonly FormattingCommand[];
  readonly state: ToolbarState;
}

/** Menu items for commands, with a separator between groups. */
export function CommandItems({ editor, actions, commands, state }: CommandItemsProps) {
  const { t } = useTranslation('editor');
  return commands.map(({ id, group, icon, keys, run }, index) => (
    <Fragment key={id}>
      {index > 0 && commands[index - 1]?.group !== group ? <MenuSeparator /> : null}
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
  ));
}
