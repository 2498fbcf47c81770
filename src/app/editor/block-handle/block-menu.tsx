import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Columns3, Replace, Rows3 } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuItem, MenuOptions, Submenu } from '../../ui/menu.tsx';
import { CommentItem } from '../comments/comment-entries.tsx';
import { TableMenuItems } from '../table/table-menu-items.tsx';
import {
  FORMATTING_COMMANDS,
  type CommandId,
  type FormattingActions,
} from '../toolbar/formatting-commands.ts';
import { isApple, shortcutLabel } from '../../ui/shortcut-label.ts';
import { BLOCK_KINDS, readBlockKind, turnInto, type BlockKind } from './turn-into.ts';

const KIND_NAMES = {
  paragraph: 'style.paragraph',
  heading1: 'style.heading1',
  heading2: 'style.heading2',
  heading3: 'style.heading3',
  bulletList: 'command.bulletList',
  orderedList: 'command.orderedList',
  taskList: 'command.taskList',
  blockquote: 'command.blockquote',
  codeBlock: 'command.codeBlock',
  callout: 'command.callout',
} as const satisfies Record<BlockKind, string>;

const WITH_BLOCKS: ReadonlySet<CommandId> = new Set(['moveUp', 'moveDown', 'duplicate', 'deleteBlock']);
const COMMANDS = FORMATTING_COMMANDS.filter(({ id }) => WITH_BLOCKS.has(id));

interface BlockMenuItemsProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
}

interface BlockMenuProps extends BlockMenuItemsProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

// Synchronous: Tiptap's own command waits for a frame, and input in that frame would be lost.
const toText = (editor: Editor): void => void (editor.isDestroyed || editor.view.focus());

/** Commands for the selected blocks as a whole. The focus always returns to the text. */
export function BlockMenu({ editor, actions, trigger, open, onOpenChange }: BlockMenuProps) {
  return (
    <Menu trigger={trigger} control={{ open, onOpenChange }} onLeave={() => toText(editor)}>
      <BlockMenuItems editor={editor} actions={actions} />
    </Menu>
  );
}

/** The items alone, for a menu that exists already. */
export function BlockMenuItems({ editor, actions }: BlockMenuItemsProps) {
  const { t } = useTranslation('editor');
  const kind = useEditorState({ editor, selector: ({ editor: current }) => readBlockKind(current.state) });
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  const change = (chosen: BlockKind): void => {
    turnInto(editor, chosen);
    toText(editor);
  };
  return (
    <>
      <Submenu name={t('block.turnInto')} icon={Replace} off={kind === null}>
        <MenuOptions
          value={kind ?? ''}
          options={BLOCK_KINDS.map((value) => ({ value, name: t(KIND_NAMES[value]) }))}
          onChoose={change}
        />
      </Submenu>
      {isInTable ? (
        <>
          <Submenu name={t('table.row')} icon={Rows3}>
            <TableMenuItems editor={editor} axis="row" />
          </Submenu>
          <Submenu name={t('table.column')} icon={Columns3}>
            <TableMenuItems editor={editor} axis="column" />
          </Submenu>
        </>
      ) : null}
      <CommentItem editor={editor} />
      {COMMANDS.map(({ id, icon, keys, run }) => (
        <MenuItem
          key={id}
          name={t(`command.${id}`)}
          icon={icon}
          keys={keys && shortcutLabel(keys, isApple(navigator.platform))}
          onChoose={() => run(editor, actions)}
        />
      ))}
    </>
  );
}
