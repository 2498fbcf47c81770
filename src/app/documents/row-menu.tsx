import {
  Copy,
  DoorOpen,
  ExternalLink,
  FilePlus2,
  FolderInput,
  Link2,
  PencilLine,
  SquareCheck,
  Trash2,
  Users,
} from 'lucide-react';
import { Suspense, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedDocument } from '../data/documents.ts';
import { documentPath } from '../data/paths.ts';
import { MenuPanel } from '../ui/menu-panel.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import { TemplateItems } from './template-items.tsx';
import { PinItem } from './pin-item.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { DocumentActions } from './use-document-actions.ts';
import { useTemplateActions } from './use-template-actions.ts';

const CopyDialog = loadLater(() => import('./copy-dialog.tsx').then((part) => part.CopyDialog));
const OfferDialog = loadLater(() => import('./offer-dialog.tsx').then((part) => part.OfferDialog));
const MoveDialog = loadLater(() => import('./move-dialog.tsx').then((part) => part.MoveDialog));

interface RowMenuProps {
  readonly document: ListedDocument;
  readonly userId: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Null for viewers. */
  readonly onRename: (() => void) | null;
  /** Moves it to the trash, or leaves it; asks first where others are concerned. */
  readonly onRemove: () => void;
  readonly onShare: () => void;
  readonly onSelect: () => void;
  readonly asking: Asking;
  readonly onAsk: (asking: Asking) => void;
  readonly actions: DocumentActions;
}

/** The question that is open. */
export type Asking = 'remove' | 'move' | 'offer' | null;

export function RowMenu(props: RowMenuProps) {
  const {
    document,
    userId,
    button,
    open,
    onOpenChange,
    onRename,
    onRemove,
    onShare,
    onSelect,
    asking,
    onAsk,
    actions,
  } = props;
  const { t } = useTranslation(['documents', 'documentList']);
  const title = document.title.trim() || t('documents:untitled');
  const owning = document.role === 'owner';
  const template = useTemplateActions(document, userId, actions.change);
  const copyLink = (): void =>
    void navigator.clipboard.writeText(new URL(documentPath(document.id), location.href).href).then(
      () => showToast.success(t('documentList:linkCopied')),
      () => showToast.error(t('documentList:linkNotCopied')),
    );
  // A dialog returns the focus here.
  const fromButton = (act: () => void) => () => {
    button.current?.focus();
    act();
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
        {document.isTemplate ? (
          <TemplateItems
            documentId={document.id}
            actions={template}
            onRename={onRename}
            onOffer={fromButton(() => onAsk('offer'))}
          />
        ) : (
          <>
            <MenuItem
              name={t('documentList:openInTab')}
              icon={ExternalLink}
              onChoose={() => void window.open(documentPath(document.id), '_blank', 'noopener')}
            />
            <MenuItem name={t('documentList:share')} icon={Users} onChoose={fromButton(onShare)} />
            <MenuItem name={t('documentList:copyLink')} icon={Link2} onChoose={copyLink} />
            {onRename && (
              <MenuItem name={t('documentList:rename')} icon={PencilLine} keys="F2" onChoose={onRename} />
            )}
            <MenuItem
              name={t('documentList:folders.move')}
              icon={FolderInput}
              onChoose={fromButton(() => onAsk('move'))}
            />
            <MenuItem name={t('documentList:duplicate')} icon={Copy} onChoose={fromButton(actions.copy)} />
            <MenuItem
              name={t('documentList:template.save')}
              icon={FilePlus2}
              onChoose={fromButton(template.save)}
            />
          </>
        )}
        <Suspense fallback={null}>
          <PinItem document={document} title={title} userId={userId} />
        </Suspense>
        <MenuItem
          name={t('documentList:selected.choose')}
          icon={SquareCheck}
          keys="X"
          onChoose={fromButton(onSelect)}
        />
        {owning ? (
          <MenuItem
            name={t('documentList:moveToTrash')}
            icon={Trash2}
            keys="Delete"
            onChoose={fromButton(onRemove)}
          />
        ) : (
          <MenuItem name={t('documentList:leave')} icon={DoorOpen} onChoose={fromButton(onRemove)} />
        )}
      </MenuPanel>
      <RemoveDialog
        title={title}
        isOwner={owning}
        open={asking === 'remove'}
        onClose={() => onAsk(null)}
        onRemove={owning ? actions.moveToTrash : actions.leave}
      />
      {actions.copying && <CopyDialog title={title} copying={actions.copying} />}
      {asking === 'offer' && (
        <OfferDialog documentId={document.id} title={title} onClose={() => onAsk(null)} />
      )}
      {asking === 'move' && (
        <MoveDialog
          heading={t('documentList:folders.moveTitle', { title })}
          folderId={document.folderId}
          onMove={actions.moveToFolder}
          onClose={() => onAsk(null)}
        />
      )}
    </>
  );
}
