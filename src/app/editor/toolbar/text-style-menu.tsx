import type { Editor } from '@tiptap/core';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { Menu, MenuOptions } from '../../ui/menu.tsx';
import { ariaShortcut, isApple, shortcutLabel } from '../../ui/shortcut-label.ts';
import { TEXT_STYLES } from './text-styles.ts';
import type { TextStyle } from './toolbar-state.ts';

/** Paragraph and headings 1 to 6; the button shows the style at the caret. */
export function TextStyleMenu({ editor, style }: { editor: Editor; style: TextStyle }) {
  const { t } = useTranslation('editor');
  const apple = isApple(navigator.platform);
  const current = t(`style.${style}`);
  return (
    <Menu
      trigger={
        <ToolbarItem
          className="toolbar-button toolbar-style"
          aria-label={t('toolbar.textStyle', { style: current })}
        >
          <span>{current}</span>
          <ChevronDown size={14} aria-hidden />
        </ToolbarItem>
      }
    >
      <MenuOptions
        value={style}
        options={TEXT_STYLES.map(({ style: value, keys }) => ({
          value,
          name: t(`style.${value}`),
          keys: shortcutLabel(keys, apple),
          ariaKeys: ariaShortcut(keys, apple),
        }))}
        onChoose={(chosen) => TEXT_STYLES.find(({ style: one }) => one === chosen)?.apply(editor)}
      />
    </Menu>
  );
}
