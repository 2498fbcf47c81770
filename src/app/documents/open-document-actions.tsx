import { useQuery } from '@tanstack/react-query';
import { Copy, DoorOpen, FilePlus2, FolderInput, PencilLine, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentsQuery, type ListedDocument } from '../data/documents.ts';
import { Button } from '../ui/button.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { isRemovedAtOnce } from './is-removed-at-once.ts';
import { useDocumentActions } from './use-document-actions.ts';
import { useTemplateActions } from './use-template-actions.ts';

interface OpenDocumentActionsProps {
  readonly documentId: string;
  readonly userId: string;
  /** Before an action that reads the text on the server. */
  readonly save: () => Promise<boolean>;
  /** Null for viewers. */
  readonly onRename: (() => void) | null;
  /** The document was moved to the trash, or the user left it. */
  readonly onRemoved: () => void;
}

/** The list's actions for a document, in the menu of the open one. */
export function OpenDocumentActions(props: OpenDocumentActionsProps) {
  const { data } = useQuery(documentsQuery());
  const listed = data?.find(({ id, deletedAt }) => id === props.documentId && deletedAt === null);
  return listed ? <Actions {...props} listed={listed} /> : null;
}

function Actions({
  listed,
  userId,
  save,
  onRename,
  onRemoved,
}: OpenDocumentActionsProps & { readonly listed: ListedDocument }) {
  const { t } = useTranslation(['documents', 'documentList']);
  const actions = useDocumentActions(listed, userId);
  const template = useTemplateActions(listed, userId, actions.change);
  const [asking, setAsking] = useState<'move' | 'remove' | null>(null);
  const title = listed.title.trim() || t('documents:untitled');
  const isOwner = listed.role === 'owner';
  const remove = (): void => {
    if (isOwner) actions.moveToTrash();
    else actions.leave();
    onRemoved();
  };
  return (
    <>
      {onRename && <Item icon={PencilLine} name={t('documentList:rename')} onChoose={onRename} />}
      <Item
        icon={Star}
        name={t(listed.favorite ? 'documentList:unstar' : 'documentList:star')}
        onChoose={() => actions.setFavorite(!listed.favorite)}
      />
      <Item icon={FolderInput} name={t('documentList:folders.move')} onChoose={() => setAsking('move')} />
      <Item icon={Copy} name={t('documentList:duplicate')} onChoose={() => void save().then(actions.copy)} />
      {listed.isTemplate ? (
        <Item
          icon={FilePlus2}
          name={t('documentList:template.use')}
          onChoose={() => void save().then(template.use)}
        />
      ) : (
        <Item
          icon={FilePlus2}
          name={t('documentList:template.save')}
          onChoose={() => void save().then(template.save)}
        />
      )}
      <Item
        icon={isOwner ? Trash2 : DoorOpen}
        name={t(isOwner ? 'documentList:moveToTrash' : 'documentList:leave')}
        onChoose={() => (isRemovedAtOnce(listed) ? remove() : setAsking('remove'))}
      />
      {actions.copying && <CopyDialog title={title} copying={actions.copying} />}
      {asking === 'move' && (
        <MoveDialog
          heading={t('documentList:folders.moveTitle', { title })}
          folderId={listed.folderId}
          onMove={actions.moveToFolder}
          onClose={() => setAsking(null)}
        />
      )}
      <RemoveDialog
        title={title}
        isOwner={isOwner}
        open={asking === 'remove'}
        onClose={() => setAsking(null)}
        onRemove={remove}
      />
    </>
  );
}

interface ItemProps {
  readonly icon: typeof Star;
  readonly name: string;
  readonly onChoose: () => void;
}

function Item({ icon: Icon, name, onChoose }: ItemProps) {
  return (
    <Button look="quiet" className="justify-start" onClick={onChoose}>
      <Icon size={17} aria-hidden="true" />
      <span>{name}</span>
    </Button>
  );
}
