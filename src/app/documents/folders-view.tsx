import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedDocument } from '../data/documents.ts';
import type { Folder } from '../data/folders.ts';
import { compareNames } from '../i18n/names.ts';
import { nameFinder } from '../i18n/find-folded.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { isWork, type Choice } from './filter-and-sort.ts';
import { FolderBar } from './folder-bar.tsx';
import { FolderExit, FolderHead } from './folder-head.tsx';

interface FoldersViewProps {
  readonly documents: readonly ListedDocument[];
  /** Undefined while they cannot be loaded. */
  readonly folders: readonly Folder[] | undefined;
  readonly choice: Choice;
  readonly userId: string;
}

/** Above the documents: the open folder, or links to all folders, or to those that match a search. */
export function FoldersView({ documents, folders, choice, userId }: FoldersViewProps) {
  const { t } = useTranslation('documentList');
  const { language } = useLanguage();
  const counts = useMemo(() => countByFolder(documents), [documents]);
  const { view, folderId } = choice;
  const search = choice.search.trim();
  const fitting = useMemo(() => {
    const compare = compareNames(language);
    const isWanted = nameFinder(search);
    return (folders ?? [])
      .filter(({ name }) => isWanted(name))
      .toSorted((one, other) => compare(one.name, other.name));
  }, [folders, search, language]);
  if (view !== 'all') return null;
  if (folderId === null || search !== '') {
    if (!folders) return <p className="mb-4 text-[13px] text-muted">{t('folders.failed')}</p>;
    if (search !== '' && fitting.length === 0) return null;
    return <FolderBar folders={fitting} counts={counts} found={search !== ''} />;
  }
  const folder = folders?.find(({ id }) => id === folderId);
  if (folder) return <FolderHead userId={userId} folder={folder} count={counts.get(folderId) ?? 0} />;
  return (
    <p className="mb-3 flex">
      <FolderExit />
    </p>
  );
}

function countByFolder(documents: readonly ListedDocument[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const document of documents) {
    const { folderId } = document;
    if (folderId !== null && isWork(document)) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  }
  return counts;
}
