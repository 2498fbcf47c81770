import { Download, FolderInput, RotateCcw, Star, Trash2, X, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedDocument } from '../data/documents.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { tellHeight } from '../ui/tell-height.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { isRemovedAtOnce } from './is-removed-at-once.ts';
import { useDeleteKey } from './list-keys.ts';
import type { Selection } from './use-selection.ts';
import { useSelectedActions } from './use-selected-actions.ts';

/** Toasts stand above it. */
const tellSelected = tellHeight('--selected');

interface SelectionBarProps {
  readonly selection: Selection;
  readonly userId: string;
  readonly inTrash: boolean;
  readonly onDownload: (documents: readonly ListedDocument[]) => void;
}

/** Floats above the end of the list while documents are selected. */
export function SelectionBar({ selection, userId, inTrash, onDownload }: SelectionBarProps) {
  const { t } = useTranslation(['documentList', 'common']);
  const { documents, clear } = selection;
  const count = documents.length;
  const actions = useSelectedActions(documents, userId);
  const [asking, setAsking] = useState<'remove' | 'move' | null>(null);
  const isFavorite = documents.every(({ favorite }) => favorite);
  const act = (action: () => void) => (): void => {
    setAsking(null);
    clear();
    action();
  };
  const remove = (): void =>
    !inTrash && documents.every(isRemovedAtOnce) ? act(actions.remove)() : setAsking('remove');
  useDeleteKey(remove);
  return (
    <>
      <div ref={tellSelected} className="pointer-events-none fixed inset-x-0 bottom-0 z-30 pb-4 print:hidden">
        <div
          role="toolbar"
          aria-label={t('documentList:selected.toolbar')}
          className="appear pointer-events-auto mx-auto flex w-fit items-center gap-1 rounded-card border border-line bg-raised p-1.5 shadow-high"
        >
          <Tool icon={X} label={t('documentList:selected.clear')} onChoose={clear} />
          <output className="tabular pr-2 whitespace-nowrap">
            <TextSpan>{t('documentList:selected.count', { count })}</TextSpan>
          </output>
          {inTrash ? (
            <Tool icon={RotateCcw} label={t('documentList:restore')} onChoose={act(actions.restore)} />
          ) : (
            <>
              <Tool
                icon={Star}
                label={t(isFavorite ? 'documentList:unstar' : 'documentList:star')}
                onChoose={() => actions.setFavorite(!isFavorite)}
              />
              <Tool
                icon={FolderInput}
                label={t('documentList:folders.move')}
                onChoose={() => setAsking('move')}
              />
              <Tool
                icon={Download}
                label={t('documentList:selected.download')}
                onChoose={() => onDownload(documents)}
              />
            </>
          )}
          <Tool icon={Trash2} label={t(REMOVE[inTrash ? 'erase' : kindOf(documents)])} onChoose={remove} />
        </div>
      </div>
      {asking === 'move' && (
        <MoveDialog
          heading={t('documentList:selected.moveTitle', { count })}
          folderId={commonFolder(documents)}
          onMove={(folder) => act(() => actions.moveToFolder(folder))()}
          onClose={() => setAsking(null)}
        />
      )}
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={() => setAsking(null)}
        title={t(inTrash ? 'documentList:selected.eraseTitle' : 'documentList:selected.removeTitle', {
          count,
        })}
        text={t(
          inTrash
            ? 'documentList:selected.eraseText'
            : `documentList:selected.removeText.${kindOf(documents)}`,
        )}
        confirmLabel={t(REMOVE[inTrash ? 'erase' : kindOf(documents)])}
        cancelLabel={t('common:cancel')}
        danger
        onConfirm={act(inTrash ? actions.erase : actions.remove)}
      />
    </>
  );
}

/** As in the menu of a row. */
const REMOVE = {
  erase: 'documentList:deleteForever',
  trash: 'documentList:moveToTrash',
  leave: 'documentList:selected.remove',
  both: 'documentList:selected.remove',
} as const;

interface ToolProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onChoose: () => void;
}

const Tool = ({ icon: Icon, label, onChoose }: ToolProps) => (
  <IconButton label={label} icon={<Icon size={17} aria-hidden="true" />} onClick={onChoose} />
);

/** The folder that all are in; undefined if they are in different ones. */
function commonFolder([first, ...others]: readonly ListedDocument[]): string | null | undefined {
  return others.every(({ folderId }) => folderId === first?.folderId) ? first?.folderId : undefined;
}

/** Whether removing them moves them to the trash, leaves them, or both. */
function kindOf(documents: readonly ListedDocument[]): 'trash' | 'leave' | 'both' {
  const owned = documents.filter(({ role }) => role === 'owner').length;
  if (owned === documents.length) return 'trash';
  return owned === 0 ? 'leave' : 'both';
}
