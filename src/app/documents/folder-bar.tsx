import { clsx } from 'clsx';
import { Folder as FolderIcon, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Folder } from '../data/folders.ts';
import { formatNumber } from '../i18n/format-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { folderSearch } from './use-open-folder.ts';

const FolderNameDialog = loadLater(() =>
  import('./folder-name-dialog.tsx').then((part) => part.FolderNameDialog),
);

const FOLDERS_AT_ONCE = 12;

interface FolderBarProps {
  /** In display order. */
  readonly folders: readonly Folder[];
  /** Number of documents per folder id. */
  readonly counts: ReadonlyMap<string, number>;
  /** The folders are results of a search; *New folder* is hidden then. */
  readonly found: boolean;
}

/** Links to the user's folders, and a button to create one. */
export function FolderBar({ folders, counts, found }: FolderBarProps) {
  const { t } = useTranslation('documentList');
  const { language } = useLanguage();
  const [all, setAll] = useState(false);
  const [naming, setNaming] = useState(false);
  const shown = all ? folders : folders.slice(0, FOLDERS_AT_ONCE);
  const rest = folders.length - shown.length;
  return (
    <nav aria-label={t('folders.title')} className="-mx-4 mb-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul
        className={clsx('flex items-center gap-2 py-0.5 sm:w-auto sm:flex-wrap', all ? 'flex-wrap' : 'w-max')}
      >
        {shown.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <Link
              id={`folder-${id}`}
              to={folderSearch(id)}
              className="inline-flex h-9 max-w-60 items-center gap-2 rounded-control border border-line bg-raised px-3 hover:bg-hover pointer-coarse:h-11"
            >
              <FolderIcon size={16} aria-hidden="true" className="shrink-0 text-muted" />
              <span lang="" translate="no" dir="auto" className="truncate font-medium">
                {name}
              </span>
              <span aria-hidden="true" className="tabular text-[13px] text-muted">
                {formatNumber(counts.get(id) ?? 0, language)}
              </span>
              <span className="sr-only">{t('folders.inside', { count: counts.get(id) ?? 0 })}</span>
            </Link>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Button look="quiet" onClick={() => setAll(true)}>
              {t('folders.showAll', { count: folders.length })}
            </Button>
          </li>
        )}
        {!found && (
          <li>
            <Button
              look="quiet"
              aria-haspopup="dialog"
              className="px-2.5 text-muted"
              onClick={() => setNaming(true)}
            >
              <FolderPlus size={16} aria-hidden="true" />
              <span>{t('folders.make')}</span>
            </Button>
          </li>
        )}
      </ul>
      {naming && <FolderNameDialog folder={null} onClose={() => setNaming(false)} />}
    </nav>
  );
}
