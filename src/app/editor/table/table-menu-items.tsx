import type { Editor } from '@tiptap/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { CommentTableItem } from '../comments/comment-entries.tsx';
import { commandsIn, isInState, isPossible, runTableCommand, type TableAxis } from './table-commands.ts';

interface TableMenuItemsProps {
  readonly editor: Editor;
  readonly axis: TableAxis;
}

/** Commands for the selected row or column. */
export function TableMenuItems({ editor, axis }: TableMenuItemsProps) {
  const { t } = useTranslation('editor');
  const commands = commandsIn(editor, axis).map((command) => (
    <Fragment key={command.id}>
      {command.id.startsWith('merge') || command.id === 'deleteTable' ? <MenuSeparator /> : null}
      <MenuItem
        name={t(`table.${command.id}`)}
        icon={command.icon}
        checked={isInState(editor, command) ?? undefined}
        off={!isPossible(editor, command)}
        onChoose={() => runTableCommand(editor, command)}
      />
    </Fragment>
  ));
  return [...commands, <CommentTableItem key="comment" editor={editor} />];
}
