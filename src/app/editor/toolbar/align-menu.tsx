import type { Editor } from '@tiptap/core';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuOptions } from '../../ui/menu.tsx';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { FORMATTING_COMMANDS, type FormattingActions } from './formatting-commands.ts';
import { ariaShortcut, isApple, shortcutLabel } from '../../ui/shortcut-label.ts';
import type { ToolbarState } from './toolbar-state.ts';

const ALIGNMENTS = FORMATTING_COMMANDS.filter(({ group }) => group === 'align');

interface AlignMenuProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
  readonly state: ToolbarState;
}

/** The button shows the alignment at the caret. */
export function AlignMenu({ editor, actions, state: { commands } }: AlignMenuProps) {
  const { t } = useTranslation('editor');
  const apple = isApple(navigator.platform);
  const current = ALIGNMENTS.find(({ id }) => commands[id].active) ?? ALIGNMENTS[0];
  const off = !commands.alignLeft.available;
  if (!current) return null;
  return (
    <Menu
      trigger={
        <ToolbarItem
          className="toolbar-button toolbar-align"
          aria-label={t('toolbar.alignment', { alignment: t(`command.${current.id}`) })}
          aria-disabled={off ? true : undefined}
        >
          <current.icon size={18} aria-hidden />
          <ChevronDown size={14} aria-hidden />
        </ToolbarItem>
      }
    >
      <MenuOptions
        value={current.id}
        off={off}
        options={ALIGNMENTS.map(({ id, icon, keys = '' }) => ({
          value: id,
          name: t(`command.${id}`),
          icon,
          keys: shortcutLabel(keys, apple),
          ariaKeys: ariaShortcut(keys, apple),
        }))}
        onChoose={(chosen) => ALIGNMENTS.find(({ id }) => id === chosen)?.run(editor, actions)}
      />
    </Menu>
  );
}
