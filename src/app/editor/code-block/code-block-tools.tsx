import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Check, ChevronDown, Copy } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toast.tsx';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { useMenuChoice } from '../toolbar/use-menu-choice.ts';
import { CODE_LANGUAGES, readLanguage } from './code-languages.ts';

/** Language of the code at the caret, and a copy of it. */
export function CodeBlockTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const copy = (): void => {
    navigator.clipboard.writeText(editor.state.selection.$from.parent.textContent).then(
      () => showToast.success(t('code.copied')),
      () => showToast.error(t('code.copyFailed')),
    );
  };
  return (
    <>
      <LanguageMenu editor={editor} />
      <ToolbarButton label={t('code.copy')} icon={Copy} onClick={copy} />
    </>
  );
}

const PLAIN = 'plain';

function LanguageMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const choice = useMenuChoice();
  const language = useEditorState({
    editor,
    selector: ({ editor: current }) => readLanguage(current.getAttributes('codeBlock')['language']),
  });
  const name = language?.name ?? t('code.plain');
  const apply = (id: string): void => {
    editor
      .chain()
      .focus(undefined, { scrollIntoView: false })
      .updateAttributes('codeBlock', { language: id === PLAIN ? null : id })
      .run();
  };
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger
          className="toolbar-button toolbar-style"
          aria-label={t('code.language', { language: name })}
        >
          <span>{name}</span>
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
          <DropdownMenu.RadioGroup value={language?.id ?? PLAIN}>
            {[{ id: PLAIN, name: t('code.plain') }, ...CODE_LANGUAGES].map((one) => (
              <DropdownMenu.RadioItem
                key={one.id}
                value={one.id}
                className="toolbar-menu-item"
                onSelect={() => choice.choose(() => apply(one.id))}
              >
                <DropdownMenu.ItemIndicator className="toolbar-menu-mark">
                  <Check size={16} aria-hidden />
                </DropdownMenu.ItemIndicator>
                <span className="toolbar-menu-name">{one.name}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
