import type { Editor } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { useEditorState } from '@tiptap/react';
import { X } from 'lucide-react';
import { memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Awareness } from 'y-protocols/awareness';
import { useLanguage } from '../../i18n/use-language.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { caretPlaces } from '../binding/caret-labels.ts';
import type { CaretUser } from '../binding/remote-carets.ts';
import { caretUser } from '../carets/caret-users.ts';
import { onceSettled } from '../carets/create-places.ts';
import { closedAround, isHidden } from '../details/open-details.ts';
import { goToHeading } from './headings.ts';
import { findCurrent, isSameOutline, readOutline, type OutlineItem } from '../text/read-outline.ts';

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
  const { t } = useTranslation('editor');
  // Places move with every key; they are read when they are needed.
  const items = useEditorState({
    editor,
    selector: ({ editor: { state } }) => readOutline(state.doc),
    equalityFn: isSameOutline,
  });
  const current = useCurrentHeading(editor, items);
  const people = useCaretUsers(editor, awareness);
  const bySection = useMemo(() => groupBySection(people, editor), [people, editor]);
  const open = useCallback((index: number) => goToHeading(editor, index), [editor]);
  return (
    <nav className="outline-panel print:hidden" aria-label={t('outline.label')}>
      <div className="outline-head">
        <h2>{t('outline.label')}</h2>
        <IconButton label={t('outline.close')} icon={<X size={18} aria-hidden />} onClick={onClose} />
      </div>
      {items.length === 0 ? <p className="outline-empty">{t('outline.empty')}</p> : null}
      <ol>
        {items.map(({ level, text }, index) => (
          <Row
            key={index}
            level={level}
            text={text}
            index={index}
            isCurrent={index === current}
            people={bySection.get(index)}
            onOpen={open}
          />
        ))}
      </ol>
    </nav>
  );
}

interface RowProps extends Pick<OutlineItem, 'level' | 'text'> {
  readonly index: number;
  readonly isCurrent: boolean;
  readonly people: readonly CaretUser[] | undefined;
  readonly onOpen: (index: number) => void;
}

const Row = memo(function Row({ level, text, index, isCurrent, people, onOpen }: RowProps) {
  return (
    <li>
      <button
        type="button"
        className="outline-item"
        translate="no"
        dir="auto"
        data-level={level}
        aria-current={isCurrent ? 'location' : undefined}
        onClick={() => onOpen(index)}
      >
        <span>{text}</span>
        {/* Suspends while its translations load; the editor must not wait. */}
        {people ? (
          <Suspense fallback={null}>
            <Dots people={people} />
          </Suspense>
        ) : null}
      </button>
    </li>
  );
});

interface DotsProps {
  readonly people: readonly CaretUser[];
}

function Dots({ people }: DotsProps) {
  const { t } = useTranslation('latePresence');
  const { language } = useLanguage();
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

function groupBySection(
  people: readonly PlacedUser[],
  { state }: Editor,
): ReadonlyMap<number, readonly CaretUser[]> {
  const items = readOutline(state.doc);
  const groups = new Map<number, CaretUser[]>();
  for (const person of people) {
    const section = findCurrent(items.length, (index) => items[index]!.place, person.pos);
    groups.set(section, [...(groups.get(section) ?? []), person]);
  }
  return groups;
}

function useCurrentHeading(editor: Editor, items: readonly OutlineItem[]): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      if (!editor.isDestroyed) setCurrent(items.length === 0 ? -1 : readCurrent(editor.view));
    };
    const soon = (): void => void (frame ||= requestAnimationFrame(measure));
    measure();
    addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
    };
  }, [editor, items]);
  return current;
}

function readCurrent(view: EditorView): number {
  const items = readOutline(view.state.doc);
  const topOf = (index: number): number => {
    const { place } = items[index]!;
    return view.coordsAtPos(closedAround(view.state, place) ?? place).top;
  };
  let index = findCurrent(items.length, topOf, READING_EDGE);
  while (index >= 0 && isHidden(view.state, items[index]!.place)) index -= 1;
  return index;
}
