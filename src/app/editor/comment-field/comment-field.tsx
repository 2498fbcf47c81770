import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import { takeTypedAhead } from '../comments/typed-ahead.ts';
import { SuggestionList } from '../suggestions/suggestion-list.tsx';
import { useMemberDirectory } from '../mention/use-member-directory.ts';
import type { FormattingActions } from '../toolbar/formatting-commands.ts';
import './comment-field.css';
import { fieldExtensions } from './field-extensions.ts';
import { toBody } from './to-body.ts';

export interface CommentFieldProps {
  /** Read once. */
  readonly initial: CommentBody | null;
  readonly documentId: string;
  readonly label: string;
  readonly placeholder: string;
  readonly takesFocus: boolean;
  /** Null while it is empty. */
  readonly onChange: (body: CommentBody | null) => void;
  readonly onSend: () => void;
  /** Escape. */
  readonly onLeave: () => void;
}

/** The text of a comment while it is written. */
export function CommentField(props: CommentFieldProps) {
  const { initial, documentId, label, takesFocus } = props;
  // Another placeholder would need another editor, without what was typed.
  const [placeholder] = useState(props.placeholder);
  const members = useMemberDirectory(documentId);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const extensions = useMemo(() => fieldExtensions(members, placeholder), [members, placeholder]);
  const editor = useEditor(
    {
      extensions,
      content: initial ?? '',
      injectCSS: false,
      enablePasteRules: ['link'],
      shouldRerenderOnTransaction: false,
      enableCoreExtensions: { delete: false },
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-placeholder': placeholder,
          translate: 'no',
          spellcheck: 'true',
        },
      },
      onUpdate: ({ editor: written }) => latest.current.onChange(toBody(written.getJSON())),
    },
    [extensions],
  );
  // With the press that opened the field: the editor's own focus comes a frame later, and what is typed until then is lost.
  useLayoutEffect(() => {
    if (!takesFocus) return;
    editor.commands.setTextSelection(editor.state.doc.content.size);
    editor.view.focus();
    for (const [place, line] of takeTypedAhead().entries()) {
      if (place > 0) editor.commands.splitBlock();
      editor.view.dispatch(editor.state.tr.insertText(line));
    }
  }, [editor, takesFocus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) latest.current.onSend();
    else if (event.key === 'Escape' && editor.storage.suggestions.menu.read() === null)
      latest.current.onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="comment-field" role="presentation" onKeyDownCapture={onKeyDown}>
      <EditorContent editor={editor} />
      <SuggestionList editor={editor} actions={NO_ACTIONS} />
    </div>
  );
}

const NO_ACTIONS: FormattingActions = { openLinkCard: () => undefined, chooseImages: () => undefined };
