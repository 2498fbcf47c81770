import { useQuery } from '@tanstack/react-query';
import { Check, Folder as FolderIcon, FolderX, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { foldersQuery, type Folder } from '../data/folders.ts';
import { compareNames } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FolderNameForm } from './folder-name-form.tsx';

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
          <Place
            name={t('documentList:folders.none')}
            lang={undefined}
            icon={FolderX}
            isHere={folderId === null}
            onChoose={() => move(null)}
          />
          {folders.map((folder) => (
            <Place
              key={folder.id}
              name={folder.name}
              lang=""
              icon={FolderIcon}
              isHere={folder.id === folderId}
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

interface PlaceProps {
  readonly name: string;
  /** Folder names have no known language. */
  readonly lang: '' | undefined;
  readonly icon: LucideIcon;
  /** The document's current folder. */
  readonly isHere: boolean;
  readonly onChoose: () => void;
}

function Place({ name, lang, icon: Icon, isHere, onChoose }: PlaceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isHere || undefined}
        className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
        onClick={onChoose}
      >
        <Icon size={17} aria-hidden="true" className="shrink-0 text-muted" />
        <span lang={lang} translate={lang === '' ? 'no' : undefined} className="min-w-0 flex-1 truncate">
          {name}
        </span>
        {isHere && <Check size={17} aria-hidden="true" />}
      </button>
    </li>
  );
}
