import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { ChevronDown, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ToolbarItem } from '../../ui/toolbar.tsx';
import { Menu, MenuOptions } from '../../ui/menu.tsx';
import { ToolbarButton } from '../controls/toolbar-button.tsx';
import { CODE_LANGUAGES, readLanguage } from './code-languages.ts';
import { copyCode } from './copy-code.ts';

/** Language and copy button of the code block at the caret. */
export function CodeBlockTools({ editor }: { editor: Editor }) {
  const { t, i18n } = useTranslation('editor');
  const copy = (): void => copyCode(editor.state.selection.$from.parent.textContent, i18n);
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
    <Menu
      trigger={
        <ToolbarItem
          className="toolbar-button toolbar-style"
          aria-label={t('code.language', { language: name })}
        >
          <span>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </ToolbarItem>
      }
    >
      <MenuOptions
        value={language?.id ?? PLAIN}
        options={[{ id: PLAIN, name: t('code.plain') }, ...CODE_LANGUAGES].map((one) => ({
          value: one.id,
          name: one.name,
        }))}
        onChoose={apply}
      />
    </Menu>
  );
}
