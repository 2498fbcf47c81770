import type { Editor } from '@tiptap/core';
import { Check, ChevronDown, Highlighter } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useMenuChoice } from '../toolbar/use-menu-choice.ts';
import { HIGHLIGHT_COLORS, storedColor, type HighlightColor } from './highlight-colors.ts';

interface HighlightMenuProps {
  readonly editor: Editor;
  /** Colour of what is selected; null where nothing is highlighted. */
  readonly color: HighlightColor | null;
  readonly available: boolean;
}

/** Beside the button that highlights: which colour. */
export function HighlightMenu({ editor, color, available }: HighlightMenuProps) {
  const { t } = useTranslation('editor');
  const choice = useMenuChoice();
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger
          className="toolbar-button toolbar-menu-button"
          aria-label={t('highlight.choose')}
          aria-disabled={available ? undefined : true}
        >
          <ChevronDown size={14} aria-hidden />
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="toolbar-menu appear"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={choice.onClose}
        >
          <HighlightChoices
            color={color}
            available={available}
            onChoose={(one) => choice.choose(() => highlight(editor, one))}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface HighlightSubmenuProps extends HighlightMenuProps {
  readonly choose: (run: () => void) => void;
}

/** The same colours where the toolbar has no room for the button. */
export function HighlightSubmenu({ editor, color, available, choose }: HighlightSubmenuProps) {
  const { t } = useTranslation('editor');
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="toolbar-menu-item" disabled={!available}>
        <span className="toolbar-menu-mark">
          <Highlighter size={16} aria-hidden />
        </span>
        <span className="toolbar-menu-name">{t('highlight.choose')}</span>
        <ChevronDown size={14} className="-rotate-90" aria-hidden />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent className="toolbar-menu appear" collisionPadding={8}>
          <HighlightChoices
            color={color}
            available={available}
            onChoose={(one) => choose(() => highlight(editor, one))}
          />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

interface HighlightChoicesProps {
  readonly color: HighlightColor | null;
  readonly available: boolean;
  readonly onChoose: (color: HighlightColor | null) => void;
}

function HighlightChoices({ color, available, onChoose }: HighlightChoicesProps) {
  const { t } = useTranslation('editor');
  return (
    <DropdownMenu.RadioGroup value={color ?? 'none'}>
      {([...HIGHLIGHT_COLORS, 'none'] as const).map((one) => (
        <DropdownMenu.RadioItem
          key={one}
          value={one}
          className="toolbar-menu-item"
          disabled={!available}
          onSelect={() => onChoose(one === 'none' ? null : one)}
        >
          <DropdownMenu.ItemIndicator className="toolbar-menu-mark">
            <Check size={16} aria-hidden />
          </DropdownMenu.ItemIndicator>
          <span className="toolbar-menu-name">{t(`highlight.${one}`)}</span>
          <span className="highlight-sample" data-color={one} aria-hidden />
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function highlight(editor: Editor, color: HighlightColor | null): void {
  const chain = editor.chain().focus(undefined, { scrollIntoView: false });
  if (color === null) chain.unsetHighlight().run();
  else chain.setMark('highlight', { color: storedColor(color) }).run();
}
