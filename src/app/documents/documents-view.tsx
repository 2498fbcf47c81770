import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ListedDocument } from '../data/documents.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { chooseDocuments, SORTS, VIEWS, type Choice, type Sort } from './choose-documents.ts';
import { DocumentRow } from './document-row.tsx';
import { ListBar } from './list-bar.tsx';
import { NothingHere } from './nothing-here.tsx';
import { TrashRow } from './trash-row.tsx';
import { useGrowingList } from './use-growing-list.tsx';
import { useNow } from './use-now.ts';

interface DocumentsViewProps {
  readonly documents: readonly ListedDocument[];
  readonly userId: string;
}

/** One view of all my documents. View and order are in the address; what is searched for is not. */
export function DocumentsView({ documents, userId }: DocumentsViewProps) {
  const { t } = useTranslation(['documents', 'list']);
  const { language } = useLanguage();
  const now = useNow();
  const { choice, setSearch, setSort } = useChoice();
  // Typing goes first, however long the list is.
  const shownChoice = useDeferredValue(choice);
  const shown = useMemo(
    () => chooseDocuments(documents, shownChoice, language),
    [documents, shownChoice, language],
  );
  const { view, sort, search } = shownChoice;
  const { rows, more } = useGrowingList(shown, `${view} ${sort} ${search}`);
  const Row = view === 'trash' ? TrashRow : DocumentRow;
  if (documents.length === 0) return <NothingHere view="all" search="" />;
  return (
    <>
      <ListBar choice={choice} onSearch={setSearch} onSort={setSort} />
      <output className="sr-only">{search.trim() && t('list:found', { count: shown.length })}</output>
      {view === 'trash' && shown.length > 0 && (
        <p className="mb-3 px-2 text-[13px] text-muted">{t('list:trashKept')}</p>
      )}
      {shown.length === 0 ? (
        <NothingHere view={view} search={search.trim()} onClear={() => setSearch('')} />
      ) : (
        <ul aria-label={t('documents:list')} className="border-t border-line">
          {rows.map((document) => (
            <Row
              key={document.id}
              document={document}
              userId={userId}
              now={now}
              at={timeOf(document, view)}
            />
          ))}
        </ul>
      )}
      {more}
    </>
  );
}

function timeOf(document: ListedDocument, view: Choice['view']): Date {
  if (view === 'trash') return document.deletedAt ?? document.updatedAt;
  return view === 'recent' ? (document.openedAt ?? document.updatedAt) : document.updatedAt;
}

function useChoice() {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'all';
  const sort = SORTS.find((one) => one === params.get('sort')) ?? 'changed';
  const choice = useMemo<Choice>(() => ({ view, sort, search }), [view, sort, search]);
  const setSort = (next: Sort): void =>
    setParams(
      (before) => {
        if (next === 'changed') before.delete('sort');
        else before.set('sort', next);
        return before;
      },
      { replace: true },
    );
  return { choice, setSearch, setSort };
}
