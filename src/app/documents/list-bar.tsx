import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SelectField } from '../ui/select-field.tsx';
import { useScrollEdges } from '../ui/use-scroll-edges.ts';
import { useSearchKey } from './list-keys.ts';
import { SORTS, VIEWS, type Choice, type Sort } from './filter-and-sort.ts';

interface ListBarProps {
  readonly choice: Choice;
  /** Without templates, their view is not offered. */
  readonly hasTemplates: boolean;
  readonly onSearch: (search: string) => void;
  readonly onSort: (sort: Sort) => void;
  /** Moves the focus from the search field to the first row. */
  readonly onDown: () => boolean;
}

/** Search field, sort order, and links to the views. */
export function ListBar({ choice, hasTemplates, onSearch, onSort, onDown }: ListBarProps) {
  const { t } = useTranslation('documentList');
  const { view, sort, folderId, search } = choice;
  const views = useRef<HTMLElement>(null);
  useScrollEdges(views);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  const shown = folderId === null ? view : null;
  const isSortable = view !== 'recent' && view !== 'trash';
  return (
    <div className="mb-4 flex flex-col gap-3 print:hidden">
      <div className="flex gap-2">
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">{t('search')}</span>
          <Search
            size={17}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            ref={field}
            type="search"
            dir="auto"
            aria-keyshortcuts="/"
            value={search}
            placeholder={t('searchHint')}
            autoComplete="off"
            spellCheck={false}
            className="h-10 w-full rounded-control border border-edge bg-raised pr-3 pl-9.5 text-[16px] text-ink pointer-coarse:h-11 sm:text-[15px]"
            onChange={(event) => onSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onSearch('');
              if (event.key === 'ArrowDown' && onDown()) event.preventDefault();
            }}
          />
        </label>
        {isSortable && (
          <SelectField
            className="w-44 shrink-0"
            label={t('sortBy')}
            hideLabel
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
            onChange={(event) => {
              const next = SORTS.find((one) => one === event.target.value);
              if (next) onSort(next);
            }}
          />
        )}
      </div>
      <nav
        ref={views}
        aria-label={t('views')}
        className="fade-at-edges relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0"
      >
        <ul className="flex w-max gap-1">
          {VIEWS.filter((one) => one !== 'templates' || hasTemplates || view === one).map((one) => (
            <li key={one}>
              <Link
                ref={one === shown ? reveal : undefined}
                to={one === 'all' ? '?' : `?view=${one}`}
                // Switching views replaces the history entry; leaving a folder keeps it, so that Back returns to it.
                replace={folderId === null}
                aria-current={one === shown ? 'page' : undefined}
                className={clsx(
                  'inline-flex h-8 items-center justify-center rounded-control px-3 text-[14px] pointer-coarse:h-11 pointer-coarse:min-w-11',
                  one === shown ? 'bg-line font-medium text-ink' : 'text-muted hover:bg-hover',
                )}
              >
                {t(`view.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Scrolls the current view's link into sight; on a phone the last ones are beyond the edge. */
function reveal(link: HTMLAnchorElement | null): void {
  const nav = link?.closest('nav');
  if (link && nav) nav.scrollLeft = link.offsetLeft + link.offsetWidth - nav.clientWidth + 16;
}
