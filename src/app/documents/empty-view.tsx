import {
  Clock,
  FilePlus2,
  FileText,
  Folder,
  Search,
  Star,
  Trash2,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { View } from './filter-and-sort.ts';

const ICONS: Readonly<Record<EmptyViewProps['view'], LucideIcon>> = {
  all: FileText,
  owned: FileText,
  shared: Users,
  favorites: Star,
  recent: Clock,
  templates: FilePlus2,
  trash: Trash2,
  folder: Folder,
  noFolder: Folder,
};

interface EmptyViewProps {
  readonly view: View | 'folder' | 'noFolder';
  /** The search text, if any. */
  readonly search: string;
  readonly onClear?: () => void;
  readonly create?: ReactNode;
  /** Below the button. */
  readonly starts?: ReactNode;
}

/** Explains why a view is empty and how to add something. */
export function EmptyView({ view, search, onClear, create, starts }: EmptyViewProps) {
  const { t } = useTranslation('documentList');
  const Icon = search ? Search : ICONS[view];
  const icon = <Icon size={32} strokeWidth={1.5} aria-hidden="true" />;
  if (search) {
    return (
      <EmptyState
        icon={icon}
        title={t('nothingFound', { search })}
        text={t('nothingFoundText')}
        action={onClear && <Button onClick={onClear}>{t('clearSearch')}</Button>}
      />
    );
  }
  if (view === 'all')
    return (
      <>
        <EmptyState icon={icon} title={t('none.all.title')} text={t('none.all.text')} action={create} />
        {starts}
      </>
    );
  return <EmptyState icon={icon} title={t(`none.${view}.title`)} text={t(`none.${view}.text`)} />;
}
