import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { X } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Awareness } from 'y-protocols/awareness';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { caretPlaces } from '../binding/caret-labels.ts';
import type { CaretUser } from '../binding/remote-carets.ts';
import { caretUser } from '../carets/caret-users.ts';
import { onceSettled } from '../carets/create-places.ts';
import { isHidden } from '../details/open-details.ts';
import { findCurrent, readOutline, type OutlineItem } from './read-outline.ts';

/** Pixels; below the sticky bars. */
const READING_EDGE = 180;
const MAX_DOTS = 5;

interface OutlinePanelProps {
  readonly editor: Editor;
  readonly awareness: Awareness;
  readonly onClose: () => void;
}

/** Links to the headings. Marks the heading being read, and the people in each section. */
export function OutlinePanel({ editor, awareness, onClose }: OutlinePanelProps) {
  const { t } = useTranslation('reading');
  const items = useEditorState({ editor, selector: ({ editor: { state } }) => readOutline(state.doc) });
  const current = useCurrentHeading(editor, items);
  const people = useCaretUsers(editor, awareness);
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
              dir="auto"
              data-level={item.level}
              aria-current={index === current ? 'location' : undefined}
              onClick={() => goTo(editor, item)}
            >
              <span>{item.text}</span>
              {/* Suspends for its own texts; the editor must not wait for them. */}
              <Suspense fallback={null}>
                <Dots people={people.filter(({ pos }) => isUnder(pos, items, index))} />
              </Suspense>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface DotsProps {
  readonly people: readonly CaretUser[];
}

function Dots({ people }: DotsProps) {
  const { t } = useTranslation('people');
  const { language } = useLanguage();
  if (people.length === 0) return null;
  const names = new Intl.ListFormat(language).format(new Set(people.map(({ name }) => name)));
  return (
    <span className="outline-people" data-tooltip={names}>
      <span className="sr-only">{t('here', { names })}</span>
      {people.slice(0, MAX_DOTS).map(({ color }, index) => (
        <span key={index} className="dot" style={{ '--author': color } as object} />
      ))}
    </span>
  );
}

const isUnder = (pos: number, items: readonly OutlineItem[], index: number): boolean =>
  pos >= items[index]!.place && pos < (items[index + 1]?.place ?? Infinity);

interface PlacedUser extends CaretUser {
  readonly pos: number;
}

const placedUsers = ({ state }: Editor, awareness: Awareness): readonly PlacedUser[] =>
  [...caretPlaces(state)].map(([client, pos]) => ({ pos, ...caretUser(awareness, client) }));

function useCaretUsers(editor: Editor, awareness: Awareness): readonly PlacedUser[] {
  const [people, setPeople] = useState(() => placedUsers(editor, awareness));
  useEffect(() => onceSettled(editor, () => setPeople(placedUsers(editor, awareness))), [editor, awareness]);
  return people;
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
