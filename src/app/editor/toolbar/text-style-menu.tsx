import type { Editor } from '@tiptap/core';
import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { ariaShortcut, isApple, shortcutLabel } from './shortcut-label.ts';
import { TEXT_STYLES } from './text-styles.ts';
import { useMenuChoice } from './use-menu-choice.ts';
import type { TextStyle } from './toolbar-state.ts';

/** Paragraph and headings 1 to 6; its button says which one the caret is in. */
export function TextStyleMenu({ editor, style }: { editor: Editor; style: TextStyle }) {
  const { t } = useTranslation('editor');
  const choice = useMenuChoice();
  const apple = isApple(navigator.platform);
  const current = t(`style.${style}`);
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger
          className="toolbar-button toolbar-style"
          aria-label={t('toolbar.textStyle', { style: current })}
        >
          <span>{current}</span>
          <ChevronDown size={14} aria-hidden />
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="toolbar-menu appear"
          align="start"
          sideOffset={6}
          onCloseAutoFocus={choice.onClose}
        >
          <DropdownMenu.RadioGroup value={style}>
            {TEXT_STYLES.map(({ style: value, keys, apply }) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                className="toolbar-menu-item"
                data-style={value}
                aria-keyshortcuts={ariaShortcut(keys, apple)}
                onSelect={() => choice.choose(() => apply(editor))}
              >
                <DropdownMenu.ItemIndicator className="toolbar-menu-mark">
                  <Check size={16} aria-hidden />
                </DropdownMenu.ItemIndicator>
                <span className="toolbar-menu-name">{t(`style.${value}`)}</span>
                <kbd aria-hidden>{shortcutLabel(keys, apple)}</kbd>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
