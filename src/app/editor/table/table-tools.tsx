import type { Editor } from '@tiptap/core';
import { useTranslation } from 'react-i18next';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { runTableCommand, TABLE_COMMANDS } from './table-commands.ts';

/** Rows, columns and headers of the table at the caret. */
export function TableTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  return TABLE_COMMANDS.map((command) => (
    <ToolbarButton
      key={command.id}
      label={t(`table.${command.id}`)}
      icon={command.icon}
      onClick={() => runTableCommand(editor, command)}
    />
  ));
}
