/** A list without focus: the text receives the keys. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions */
import type { Editor } from '@tiptap/core';
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormattingActions } from '../toolbar/formatting-commands.ts';
import '../../ui/menu.css';
import './suggestions.css';
import { chooseSuggestion } from './suggestion-plugin.ts';
import { TextSpan } from '../../ui/text-span.tsx';

interface SuggestionListProps {
  readonly editor: Editor;
  readonly actions: FormattingActions;
}

/** Suggestions for the text before the caret, which keeps the focus; `aria-activedescendant` has the active item. */
export function SuggestionList({ editor, actions }: SuggestionListProps) {
  const { t } = useTranslation(['editor', 'common']);
  const { menu } = editor.storage.suggestions;
  const open = useSyncExternalStore(menu.subscribe, menu.read);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const mount = open?.mount;
  const activeId = open?.items?.length ? `${id}-${open.active}` : null;

  useEffect(() => menu.act(actions), [menu, actions]);
  useEffect(() => {
    const close = (): void => menu.read()?.exit();
    editor.on('blur', close);
    return () => void editor.off('blur', close);
  }, [editor, menu]);
  useLayoutEffect(() => (mount && list.current ? mount(list.current) : undefined), [mount]);
  useLayoutEffect(() => {
    if (activeId === null) return undefined;
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return pointAt(editor.view.dom, id, activeId);
  }, [editor, id, activeId]);

  if (!open) return null;
  return (
    <div
      ref={list}
      id={id}
      role={activeId === null ? 'status' : 'listbox'}
      aria-label={activeId === null ? undefined : t(open.label)}
      className="pop-up suggestions"
      // Focusable for scrolling; Tab never gets here, because it chooses an item while the list is open.
      tabIndex={0}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {activeId === null && (
        <p className="suggestions-note">
          <TextSpan>{open.items ? t('suggestions.none') : t('common:loading')}</TextSpan>
        </p>
      )}
      {open.items?.map((item, index) => (
        <div
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === open.active}
          className="pop-up-item suggestion"
          onClick={() => chooseSuggestion(editor, item)}
        >
          {item.draw()}
        </div>
      ))}
    </div>
  );
}

/** Points assistive technology at the active item. */
function pointAt(text: HTMLElement, listId: string, itemId: string): () => void {
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': listId,
    'aria-activedescendant': itemId,
  };
  for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
  return () => {
    for (const name of Object.keys(attributes)) text.removeAttribute(name);
  };
}
