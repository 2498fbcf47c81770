import { ChevronLeft, Folder as FolderIcon, PencilLine, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { errorCodeOf } from '../data/api-error.ts';
import type { Folder } from '../data/folders.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { showToast } from '../ui/toast.tsx';
import { PinFolder } from './device-parts.ts';
import { useFolderActions } from './use-folder-actions.ts';

const FolderNameDialog = loadLater(() =>
  import('./folder-name-dialog.tsx').then((part) => part.FolderNameDialog),
);

interface FolderHeadProps {
  readonly userId: string;
  readonly folder: Folder;
  /** Number of documents in it. */
  readonly count: number;
}

/** Name of the open folder, a link back, and its actions. */
export function FolderHead({ userId, folder, count }: FolderHeadProps) {
  const { t } = useTranslation(['documentList', 'common', 'errors']);
  const navigate = useNavigate();
  const actions = useFolderActions();
  const [asking, setAsking] = useState<'name' | 'delete' | null>(null);
  const [busy, setBusy] = useState(false);
  const { name } = folder;
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await actions.remove(folder.id);
      showToast.success(t('documentList:folders.deleted', { name }));
      await navigate('?', { replace: true });
    } catch (error) {
      showToast.error(
        `${t('documentList:folders.deleteFailed', { name })}. ${t(`errors:${errorCodeOf(error)}`)}`,
      );
      setAsking(null);
    }
    setBusy(false);
  };
  return (
    <div className="mb-3 flex items-center gap-1 sm:gap-2">
      <FolderExit />
      <FolderIcon size={18} aria-hidden="true" className="mr-1 shrink-0 text-muted sm:mr-0" />
      <h2
        id="open-folder"
        tabIndex={-1}
        lang=""
        translate="no"
        dir="auto"
        className="min-w-0 flex-1 truncate font-serif text-[20px]/8 font-semibold focus:outline-none"
      >
        {name}
      </h2>
      <Suspense fallback={null}>
        <PinFolder folder={folder} userId={userId} />
      </Suspense>
      <IconButton
        label={t('documentList:folders.rename')}
        aria-haspopup="dialog"
        icon={<PencilLine size={17} aria-hidden="true" />}
        onClick={() => setAsking('name')}
      />
      <IconButton
        label={t('documentList:folders.delete')}
        aria-haspopup="dialog"
        icon={<Trash2 size={17} aria-hidden="true" />}
        onClick={() => setAsking('delete')}
      />
      {asking === 'name' && <FolderNameDialog folder={folder} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={() => setAsking(null)}
        title={t('documentList:folders.deleteTitle', { name })}
        text={
          count === 0
            ? t('documentList:folders.deleteEmpty')
            : t('documentList:folders.deleteText', { count })
        }
        confirmLabel={t('documentList:folders.delete')}
        cancelLabel={t('common:cancel')}
        danger
        busy={busy}
        onConfirm={() => void remove()}
      />
    </div>
  );
}

/** Link back to all documents. */
export function FolderExit() {
  const { t } = useTranslation('documentList');
  return (
    <Link
      to="?"
      className="-ml-2 inline-flex h-9 shrink-0 items-center gap-1 rounded-control pr-3 pl-1.5 text-muted hover:bg-hover pointer-coarse:h-11 max-sm:pr-1.5"
    >
      <ChevronLeft size={18} aria-hidden="true" />
      <span className="max-sm:sr-only">{t('folders.all')}</span>
    </Link>
  );
}
