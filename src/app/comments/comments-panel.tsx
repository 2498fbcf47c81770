import { clsx } from 'clsx';
import { MessageSquare, X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardId } from './card-id.ts';
import { compareNames } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useComments } from './comments-context.ts';
import {
  authorsOf,
  filterThreads,
  SHOWN,
  sortThreads,
  type Shown,
  type ThreadFilter,
} from './filter-threads.ts';
import { NewThread } from './new-thread.tsx';
import { ThreadCard } from './thread-card.tsx';
import type { ShownThread } from './types.ts';
import { useDesk, useFaces, useThreads } from './use-threads.ts';

interface CommentsPanelProps {
  /** Where the threads are in the text. */
  readonly tops: () => ReadonlyMap<string, { readonly top: number }>;
  /** On a phone the panel covers the text: a chosen thread is shown there. */
  readonly onChosen: (() => void) | null;
  readonly onClose: () => void;
}

const ALL: ThreadFilter = { show: 'open', person: null, query: '' };

/** Panel with all threads of the document. */
export function CommentsPanel({ tops, onChosen, onClose }: CommentsPanelProps) {
  const { store, desk, me, cannot } = useComments();
  const { t } = useTranslation('comments');
  const headingId = useId();
  const [filter, setFilter] = useState(ALL);
  const all = useThreads(store);
  const { draft, isOpen } = useDesk(desk);
  const people = store.people();
  const isNarrowed = filter.query.trim() !== '' || filter.person !== null;
  const shown = sortThreads(filterThreads(all, filter, { me, people }), tops());
  return (
    <aside
      aria-labelledby={headingId}
      className={clsx(
        'flex flex-none flex-col gap-3 overflow-y-auto border-l border-line bg-paper p-4 print:hidden',
        'max-lg:appear fixed inset-y-0 right-0 z-30 w-full max-w-[22rem] shadow-high',
        'lg:sticky lg:top-[52px] lg:z-9 lg:h-[calc(100dvh-52px)] lg:shadow-none',
        // The last cards scroll clear of messages.
        'max-lg:in-[:root:has(.toasts>*)]:pb-24',
      )}
    >
      <div className="flex items-center gap-1">
        <h2 id={headingId} className="text-[17px]/6 font-semibold">
          {t('title')}
        </h2>
        <IconButton
          className="ml-auto"
          label={t('close')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      {all.length > 0 ? <Filters threads={all} filter={filter} onChange={setFilter} /> : null}
      {draft === null ? null : <NewThread anchor={draft} takesFocus={isOpen} />}
      {all.length === 0 && draft === null ? (
        <EmptyState
          icon={<MessageSquare size={28} strokeWidth={1.5} aria-hidden="true" />}
          title={t('empty.title')}
          text={t(cannot === null ? 'empty.text' : 'empty.reader')}
        />
      ) : null}
      {all.length > 0 && shown.length === 0 ? (
        <output className="py-6 text-center text-muted">
          {t(`empty.${isNarrowed ? 'filtered' : filter.show}`)}
        </output>
      ) : null}
      <Groups threads={shown} onChosen={onChosen} />
    </aside>
  );
}

interface FiltersProps {
  readonly threads: readonly ShownThread[];
  readonly filter: ThreadFilter;
  readonly onChange: (filter: ThreadFilter) => void;
}

function Filters({ threads, filter, onChange }: FiltersProps) {
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const faceOf = useFaces();
  const compare = compareNames(language);
  const people = authorsOf(threads)
    .map((id) => ({ value: id, label: faceOf(id).name }))
    .toSorted((one, other) => compare(one.label, other.label));
  return (
    <div className="flex flex-col gap-2">
      <ChoiceGroup<Shown>
        label={t('filter.show')}
        value={filter.show}
        options={SHOWN.map((value) => ({ value, label: t(`filter.${value}`) }))}
        onChange={(show) => onChange({ ...filter, show })}
      />
      <div className="flex items-center gap-2">
        <TextField
          className="min-w-0 flex-1"
          type="search"
          label={t('filter.search')}
          hideLabel
          placeholder={t('filter.searchShort')}
          value={filter.query}
          onChange={(event) => onChange({ ...filter, query: event.currentTarget.value })}
        />
        {people.length > 1 ? (
          <SelectField
            className="w-32"
            label={t('filter.person')}
            hideLabel
            quiet
            value={filter.person ?? ''}
            options={[{ value: '', label: t('filter.anyone') }, ...people]}
            onChange={(event) => onChange({ ...filter, person: event.currentTarget.value || null })}
          />
        ) : null}
      </div>
    </div>
  );
}

interface GroupsProps {
  readonly threads: readonly ShownThread[];
  readonly onChosen: (() => void) | null;
}

/** Those whose text is gone come first: nothing else shows them. */
function Groups({ threads, onChosen }: GroupsProps) {
  const { placeOf } = useComments();
  const { t } = useTranslation('comments');
  const headingId = useId();
  const isGone = (thread: ShownThread): boolean =>
    thread.anchor.kind !== 'document' && placeOf(thread).state === 'none';
  const gone = threads.filter(isGone);
  const rest = threads.filter((thread) => !isGone(thread));
  return (
    <>
      {gone.length > 0 ? (
        <section aria-labelledby={headingId}>
          <h3 id={headingId} className="mb-2 text-[13px] font-medium text-muted">
            {t('none')}
          </h3>
          <Cards threads={gone} labelledBy={headingId} onChosen={onChosen} />
        </section>
      ) : null}
      {rest.length > 0 ? <Cards threads={rest} onChosen={onChosen} /> : null}
    </>
  );
}

interface CardsProps extends GroupsProps {
  readonly labelledBy?: string;
}

function Cards({ threads, labelledBy, onChosen }: CardsProps) {
  const { desk, scrollTo, placeOf } = useComments();
  const { t } = useTranslation('comments');
  const { active } = useDesk(desk);
  const list = useRef<HTMLUListElement>(null);
  const choose = useCallback(
    (thread: ShownThread) => {
      desk.activate(thread.id);
      scrollTo(thread.id);
      // Nothing in the text leads to one whose text is gone.
      if (thread.anchor.kind === 'document' || placeOf(thread).state !== 'none') onChosen?.();
    },
    [desk, scrollTo, placeOf, onChosen],
  );
  // A thread that was picked in the text.
  useEffect(() => {
    const card = active === null ? null : document.getElementById(cardId(active));
    if (card && list.current?.contains(card)) card.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={list}
      aria-label={labelledBy === undefined ? t('title') : undefined}
      aria-labelledby={labelledBy}
      className="flex flex-col gap-2"
    >
      {threads.map((thread) => (
        <li key={thread.id}>
          <ThreadCard thread={thread} isActive={thread.id === active} onActivate={choose} leavesList />
        </li>
      ))}
    </ul>
  );
}
