import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedDocument } from '../data/documents.ts';
import type { Folder } from '../data/folders.ts';
import { serverNow } from '../data/session.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { AskedTexts } from './asked-texts.ts';
import { chooseDocuments, isInView, type Choice } from './filter-and-sort.ts';
import { DeviceWatch } from './device-parts.ts';
import { markOf, UNKNOWN_DEVICE } from './device-marks.ts';
import { DocumentRow } from './document-row.tsx';
import { FoldersView } from './folders-view.tsx';
import { ListBar } from './list-bar.tsx';
import { EmptyView } from './empty-view.tsx';
import { focusRow, useListKeys } from './list-keys.ts';
import { useChoice } from './use-choice.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useGrowingList } from './use-growing-list.tsx';
import { useSelection } from './use-selection.ts';
import { loadLater } from '../ui/load-later.tsx';
import { TextSpan } from '../ui/text-span.tsx';

const TrashRow = loadLater(() => import('./trash-row.tsx').then((part) => part.TrashRow));
const SelectionBar = loadLater(() => import('./selection-bar.tsx').then((part) => part.SelectionBar));

interface DocumentsViewProps {
  readonly documents: readonly ListedDocument[];
  /** Undefined while they cannot be loaded. */
  readonly folders: readonly Folder[] | undefined;
  readonly userId: string;
  /** Button for a new document, and what else to begin with, for the empty list. */
  readonly create: ReactNode;
  readonly starts?: ReactNode;
  /** As in `DocumentsList`. */
  readonly Texts?: ComponentType<AskedTexts> | undefined;
  readonly onShare: (document: ListedDocument) => void;
  readonly onDownload: (documents: readonly ListedDocument[]) => void;
}

/** One view of the user's documents. */
export function DocumentsView({
  documents,
  folders,
  userId,
  create,
  starts,
  Texts,
  onShare,
  onDownload,
}: DocumentsViewProps) {
  const { t } = useTranslation(['documents', 'documentList']);
  const { language } = useLanguage();
  const now = useNow();
  const { choice, setSearch, setSort } = useChoice();
  // Keeps typing responsive with a long list.
  const shownChoice = useDeferredValue(choice);
  const shown = useMemo(
    () => chooseDocuments(documents, shownChoice, language),
    [documents, shownChoice, language],
  );
  const byId = useMemo(() => new Map(documents.map((document) => [document.id, document])), [documents]);
  const names = useMemo(() => new Map(folders?.map(({ id, name }) => [id, name])), [folders]);
  const { view, sort, folderId, search } = shownChoice;
  const selection = useSelection(shown, `${view} ${folderId} ${search}`);
  const selecting = selection.documents.length > 0;
  const list = useKeptFocus(folderId, shown.length, selecting);
  const below = useRef<HTMLDivElement>(null);
  useListKeys(list, selection, below);
  const { rows, more } = useGrowingList(shown, `${view} ${sort} ${folderId} ${search}`);
  const [device, setDevice] = useState(UNKNOWN_DEVICE);
  const [asked, setAsked] = useState<ListedDocument | null>(null);
  const onMissing = useCallback((document: ListedDocument) => setAsked({ ...document }), []);
  const hasTemplates = documents.some(({ isTemplate, deletedAt }) => isTemplate && deletedAt === null);
  const Row = view === 'trash' ? TrashRow : DocumentRow;
  const isInFolder = folderId !== null && search.trim() === '';
  if (documents.length === 0 && !folders?.length && !isInFolder)
    return <EmptyView view="all" search="" create={create} starts={starts} />;
  const empty = (
    <EmptyView view={emptyView(shownChoice, folders)} search={search.trim()} onClear={() => setSearch('')} />
  );
  const isShown = (id: string, isTrashed: boolean): boolean => {
    const document = byId.get(id);
    return document !== undefined && isInView(isTrashed ? 'trash' : view, document);
  };
  const searches = Texts !== undefined && search.trim() !== '';
  return (
    <>
      <Suspense fallback={null}>
        <DeviceWatch userId={userId} asked={asked} onChange={setDevice} />
      </Suspense>
      <ListBar
        choice={choice}
        hasTemplates={hasTemplates}
        onSearch={setSearch}
        onSort={setSort}
        onDown={() =>
          focusRow(list.current?.firstElementChild) || focusRow(below.current?.querySelector('li'))
        }
      />
      <FoldersView documents={documents} folders={folders} choice={shownChoice} userId={userId} />
      <output className="sr-only">
        <TextSpan>{search.trim() && t('documentList:found', { count: shown.length })}</TextSpan>
      </output>
      {view === 'trash' && shown.length > 0 && (
        <p className="mb-3 px-2 text-[13px] text-muted">{t('documentList:trashKept')}</p>
      )}
      {shown.length === 0 ? (
        <div>{searches ? null : empty}</div>
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t('documentList:listLabel')}
          className="border-t border-line focus:outline-none"
        >
          {rows.map((document) => (
            <Row
              key={document.id}
              document={document}
              userId={userId}
              now={now}
              at={timeOf(document, view)}
              selected={selection.has(document.id)}
              selecting={selecting}
              onSelect={selection.select}
              onShare={onShare}
              mark={markOf(document, device)}
              onMissing={onMissing}
              folder={isInFolder ? undefined : names.get(document.folderId ?? '')}
            />
          ))}
        </ul>
      )}
      {more}
      {searches && (
        <div ref={below}>
          <Texts
            search={search}
            inTrash={view === 'trash'}
            isShown={isShown}
            empty={shown.length === 0 ? empty : null}
            onUp={() => focusRow(list.current?.lastElementChild)}
          />
        </div>
      )}
      {selecting && (
        <div className="pt-16">
          <SelectionBar
            selection={selection}
            userId={userId}
            inTrash={view === 'trash'}
            onDownload={onDownload}
          />
        </div>
      )}
    </>
  );
}

function timeOf(document: ListedDocument, view: Choice['view']): Date {
  if (view === 'trash') return document.deletedAt ?? document.updatedAt;
  return view === 'recent' ? (document.openedAt ?? document.updatedAt) : document.updatedAt;
}

function emptyView({ view, folderId }: Choice, folders: readonly Folder[] | undefined) {
  if (folderId === null) return view;
  return !folders || folders.some(({ id }) => id === folderId) ? 'folder' : 'noFolder';
}

const TICK_MS = 60_000;

/** The current server time, updated every minute. */
function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
