import { Copy, DoorOpen, FolderInput, PencilLine, Trash2 } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedDocument } from '../data/documents.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { MenuPanel } from '../ui/menu-panel.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { MenuItem } from '../ui/menu.tsx';
import type { DocumentActions } from './use-document-actions.ts';

const MoveDialog = loadLater(() => import('./move-dialog.tsx').then((part) => part.MoveDialog));

interface RowMenuProps {
  readonly document: ListedDocument;
  readonly userId: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Null for viewers. */
  readonly onRename: (() => void) | null;
  readonly actions: DocumentActions;
}

export function RowMenu({ document, button, open, onOpenChange, onRename, actions }: RowMenuProps) {
  const { t } = useTranslation(['documents', 'list', 'common']);
  const [asking, setAsking] = useState<'leave' | 'trash' | 'move' | null>(null);
  const title = document.title.trim() || t('documents:untitled');
  const owning = document.role === 'owner';
  const ask = (what: 'leave' | 'trash' | 'move'): void => {
    // The dialog returns the focus here.
    button.current?.focus();
    setAsking(what);
  };
  // A document without other members needs no confirmation: no one else loses it, and it can be restored.
  const trash = document.memberCount > 1 ? () => ask('trash') : actions.moveToTrash;
  const confirm = (): void => {
    if (asking === 'leave') actions.leave();
    else actions.moveToTrash();
    setAsking(null);
  };
  return (
    <>
      <MenuPanel
        open={open}
        onOpenChange={onOpenChange}
        button={button}
        align="end"
        onLeave={() => button.current?.focus()}
      >
        {onRename && <MenuItem name={t('list:rename')} icon={PencilLine} keys="F2" onChoose={onRename} />}
        <MenuItem name={t('list:folders.move')} icon={FolderInput} onChoose={() => ask('move')} />
        <MenuItem name={t('list:duplicate')} icon={Copy} onChoose={actions.copy} />
        {owning ? (
          <MenuItem name={t('list:moveToTrash')} icon={Trash2} onChoose={trash} />
        ) : (
          <MenuItem name={t('list:leave')} icon={DoorOpen} onChoose={() => ask('leave')} />
        )}
      </MenuPanel>
      <ConfirmDialog
        open={asking === 'leave' || asking === 'trash'}
        onOpenChange={() => setAsking(null)}
        title={t(asking === 'leave' ? 'list:leaveTitle' : 'list:trashTitle', { title })}
        text={asking === 'leave' ? t('list:leaveText') : t('list:trashText')}
        confirmLabel={asking === 'leave' ? t('list:leaveYes') : t('list:moveToTrash')}
        cancelLabel={t('common:cancel')}
        danger
        onConfirm={confirm}
      />
      {asking === 'move' && (
        <MoveDialog
          title={title}
          folderId={document.folderId}
          onMove={actions.moveToFolder}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
