import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { isHidden } from '../details/open-details.ts';
import { findCurrent, readOutline, type OutlineItem } from './read-outline.ts';

/** Pixels; below the sticky bars. */
const READING_EDGE = 180;

/** Links to the headings; marks the one being read. */
export function OutlinePanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('reading');
  const items = useEditorState({ editor, selector: ({ editor: { state } }) => readOutline(state.doc) });
  const current = useCurrentHeading(editor, items);
  return (
    <nav className="outline-panel print:hidden" aria-label={t('outline.label')}>
      <div className="outline-head">
        <h2>{t('outline.label')}</h2>
        <IconButton label={t('outline.close')} icon={<X size={18} aria-hidden />} onClick={onClose} />
      </div>
      {items.length === 0 ? <p className="outline-empty">{t('outline.empty')}</p> : null}
      <ol>
        {items.map((item, index) => (
          <li key={index}>
            <button
              type="button"
              className="outline-item"
              translate="no"
              data-level={item.level}
              aria-current={index === current ? 'location' : undefined}
              onClick={() => goTo(editor, item)}
            >
              {item.text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function goTo({ view }: Editor, { place }: OutlineItem): void {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, place)));
  view.focus();
  const { node } = view.domAtPos(place);
  const heading = node instanceof Element ? node : node.parentElement;
  heading?.scrollIntoView({ block: 'start' });
}

function useCurrentHeading({ view }: Editor, items: readonly OutlineItem[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    const measure = (): void => {
      const end = view.state.doc.content.size;
      const tops = items.map(({ place }) => {
        const there = Math.min(place, end);
        return isHidden(view.state, there) ? Infinity : view.coordsAtPos(there).top;
      });
      setCurrent(findCurrent(tops, READING_EDGE));
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    return () => removeEventListener('scroll', measure);
  }, [view, items]);
  return current;
}
