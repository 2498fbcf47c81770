import type { Editor } from '@tiptap/core';
import { useTranslation } from 'react-i18next';
import type { FormattingActions, FormattingCommand } from './formatting-commands.ts';
import { ToolbarButton } from '../controls/toolbar-button.tsx';
import type { CommandState } from './toolbar-state.ts';

interface CommandButtonProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
  readonly command: FormattingCommand;
  readonly state: CommandState;
}

export function CommandButton({ editor, actions, command, state }: CommandButtonProps) {
  const { t } = useTranslation('editor');
  return (
    <ToolbarButton
      label={t(`command.${command.id}`)}
      icon={command.icon}
      keys={command.keys}
      pressed={state.active ?? undefined}
      available={state.available}
      onClick={() => command.run(editor, actions)}
    />
  );
}
