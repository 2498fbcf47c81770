/** Buttons and menu items that begin a comment. Without the right to comment there are none. */
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { MessageSquarePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { isApple, shortcutLabel } from '../../ui/shortcut-label.ts';
import { ToolbarButton } from '../controls/toolbar-button.tsx';
import { COMMENT_KEYS } from './comment-keys.ts';
import { askingIn, type Asking } from './comments-key.ts';

interface EntryProps {
  readonly editor: Editor;
}

const useAsking = (editor: Editor): Asking | null =>
  useEditorState({ editor, selector: ({ editor: current }) => askingIn(current), equalityFn: Object.is });

export function CommentButton({ editor }: EntryProps) {
  const { t } = useTranslation('editor');
  const asking = useAsking(editor);
  if (!asking) return null;
  return (
    <ToolbarButton
      label={t('comment.add')}
      icon={MessageSquarePlus}
      keys={COMMENT_KEYS}
      onClick={asking.ask}
    />
  );
}

export function CommentItem({ editor }: EntryProps) {
  const { t } = useTranslation('editor');
  const asking = useAsking(editor);
  if (!asking) return null;
  return (
    <MenuItem
      name={t('comment.add')}
      icon={MessageSquarePlus}
      keys={shortcutLabel(COMMENT_KEYS, isApple(navigator.platform))}
      onChoose={asking.ask}
    />
  );
}

export function CommentTableItem({ editor }: EntryProps) {
  const { t } = useTranslation('editor');
  const asking = useAsking(editor);
  if (!asking) return null;
  return (
    <>
      <MenuSeparator />
      <MenuItem name={t('comment.table')} icon={MessageSquarePlus} onChoose={asking.askTable} />
    </>
  );
}
