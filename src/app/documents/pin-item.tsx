import { Pin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ListedDocument } from '../data/documents.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { usePins } from './use-pins.ts';

interface PinItemProps {
  readonly document: ListedDocument;
  readonly title: string;
  readonly userId: string;
}

/** In the menu of a document's row. A document whose folder is kept cannot be left out. */
export function PinItem({ document, title, userId }: PinItemProps) {
  const { t } = useTranslation('offline');
  const { ids, toggle } = usePins(userId);
  if (!ids || !document.keepOnDevices) return null;
  const isByFolder = ids.has(document.folderId ?? '');
  return (
    <MenuItem
      name={t('keep')}
      icon={Pin}
      checked={isByFolder || ids.has(document.id)}
      off={isByFolder}
      onChoose={() => void toggle(document.id, title)}
    />
  );
}

/** In the head of a folder. */
export function PinFolder({
  folder,
  userId,
}: {
  readonly folder: { id: string; name: string };
  readonly userId: string;
}) {
  const { t } = useTranslation('offline');
  const { ids, toggle } = usePins(userId);
  if (!ids) return null;
  const isPinned = ids.has(folder.id);
  return (
    <IconButton
      label={t('folder')}
      aria-pressed={isPinned}
      icon={<Pin size={17} aria-hidden="true" className={isPinned ? 'fill-amber text-amber' : undefined} />}
      onClick={() => void toggle(folder.id, folder.name)}
    />
  );
}
