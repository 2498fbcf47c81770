import type { Editor } from '@tiptap/core';
import { Check, Ellipsis } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { HighlightSubmenu } from '../highlight/highlight-menu.tsx';
import type { FormattingActions, FormattingCommand } from './formatting-commands.ts';
import { isApple, shortcutLabel } from './shortcut-label.ts';
import { useMenuChoice } from './use-menu-choice.ts';
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
  const choice = useMenuChoice();
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger className="toolbar-button" aria-label={t('toolbar.more')}>
          <Ellipsis size={18} aria-hidden />
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="toolbar-menu appear"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={choice.onClose}
        >
          {commands.map((command) => (
            <Fragment key={command.id}>
              <OverflowItem
                onSelect={() => choice.choose(() => command.run(editor, actions))}
                command={command}
                state={state.commands[command.id]}
              />
              {command.id === 'highlight' ? (
                <HighlightSubmenu
                  editor={editor}
                  color={state.highlight}
                  available={state.commands.highlight.available}
                  choose={choice.choose}
                />
              ) : null}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface OverflowItemProps {
  readonly onSelect: () => void;
  readonly command: FormattingCommand;
  readonly state: ToolbarState['commands'][keyof ToolbarState['commands']];
}

function OverflowItem({ onSelect, command: { id, icon: Icon, keys }, state }: OverflowItemProps) {
  const { t } = useTranslation('editor');
  const content = (
    <>
      <span className="toolbar-menu-mark">
        {state.active ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      </span>
      <span className="toolbar-menu-name">{t(`command.${id}`)}</span>
      {keys ? <kbd aria-hidden>{shortcutLabel(keys, isApple(navigator.platform))}</kbd> : null}
    </>
  );
  return state.active === null ? (
    <DropdownMenu.Item className="toolbar-menu-item" disabled={!state.available} onSelect={onSelect}>
      {content}
    </DropdownMenu.Item>
  ) : (
    <DropdownMenu.CheckboxItem
      className="toolbar-menu-item"
      checked={state.active}
      disabled={!state.available}
      onSelect={onSelect}
    >
      {content}
    </DropdownMenu.CheckboxItem>
  );
}
