import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { foldersQuery, type Folder } from '../data/folders.ts';
import { compareNames } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FolderNameForm } from './folder-name-form.tsx';
import { FolderPlace } from './folder-place.tsx';

interface MoveDialogProps {
  readonly heading: string;
  /** The current folder. Undefined: documents in several folders. */
  readonly folderId: string | null | undefined;
  /** Null removes it from its folder. */
  readonly onMove: (folder: Folder | null) => void;
  readonly onClose: () => void;
}

/** Moves a document to a folder; can create one. */
export function MoveDialog({ heading, folderId, onMove, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['documentList', 'common']);
  const { language } = useLanguage();
  const { data = [] } = useQuery(foldersQuery());
  const compare = compareNames(language);
  const folders = data.toSorted((one, other) => compare(one.name, other.name));
  const move = (folder: Folder | null): void => {
    onClose();
    if ((folder?.id ?? null) !== folderId) onMove(folder);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={heading}
      description={t('documentList:folders.moveText')}
      closeLabel={t('common:close')}
    >
      {folders.length > 0 && (
        <ul
          aria-label={t('documentList:folders.title')}
          className="-mx-2 mt-4 max-h-[44vh] overflow-y-auto px-0.5 py-1"
        >
          <FolderPlace
            name={t('documentList:folders.none')}
            icon={FolderX}
            isChosen={folderId === null}
            onChoose={() => move(null)}
          />
          {folders.map((folder) => (
            <FolderPlace
              key={folder.id}
              name={folder.name}
              lang=""
              isChosen={folder.id === folderId}
              onChoose={() => move(folder)}
            />
          ))}
        </ul>
      )}
      <FolderNameForm
        folder={null}
        label={t('documentList:folders.make')}
        submitLabel={t('documentList:folders.createAndMove')}
        onSaved={move}
      />
    </Dialog>
  );
}
