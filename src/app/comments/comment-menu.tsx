import { Ellipsis, Link, Pencil, Trash2, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThreadComment } from '#contract/comments/thread.ts';
import { commentPath } from '../data/paths.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import { useComments } from './comments-context.ts';
import type { ShownThread } from './types.ts';
import { useOutcome } from './use-outcome.ts';

interface CommentMenuProps {
  readonly thread: ShownThread;
  readonly comment: ThreadComment;
  readonly onEdit: () => void;
}

/** Edit, delete; for the first comment also what concerns the thread. */
export function CommentMenu({ thread, comment, onEdit }: CommentMenuProps) {
  const { store, me, cannot, isOwner, isEditor, documentId } = useComments();
  const { t } = useTranslation(['comments', 'common']);
  const report = useOutcome();
  const [isAsking, setAsking] = useState(false);
  const isFirst = thread.comments[0]?.id === comment.id;
  const isOwn = comment.author === me;
  const mayDelete = cannot === null && comment.body !== null && (isOwn || isOwner);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.origin + commentPath(documentId, thread.id));
      showToast.success(t('comments:linkCopied'));
    } catch (error) {
      // No permission, or no clipboard on plain http.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      showToast.error(t('comments:linkNotCopied'));
    }
  };
  if (!isFirst && !mayDelete) return null;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('comments:menu')}
            icon={<Ellipsis size={16} aria-hidden="true" />}
            className="!h-7 !w-7 text-muted pointer-coarse:!h-11 pointer-coarse:!w-11"
          />
        }
      >
        {isOwn && comment.body !== null && cannot === null ? (
          <MenuItem name={t('comments:edit')} icon={Pencil} onChoose={onEdit} />
        ) : null}
        {isFirst ? <MenuItem name={t('comments:copyLink')} icon={Link} onChoose={() => void copy()} /> : null}
        {isFirst && thread.assignee !== null && cannot === null && (isEditor || thread.assignee === me) ? (
          <MenuItem
            name={t('comments:unassign')}
            icon={UserMinus}
            onChoose={() => report(store.assign(thread.id, null))}
          />
        ) : null}
        {mayDelete ? (
          <MenuItem name={t('comments:delete')} icon={Trash2} onChoose={() => setAsking(true)} />
        ) : null}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('comments:deletion.title')}
        text={t(
          isFirst && thread.comments.length > 1 ? 'comments:deletion.thread' : 'comments:deletion.text',
        )}
        confirmLabel={t('comments:deletion.confirm')}
        cancelLabel={t('common:cancel')}
        danger
        busy={false}
        onConfirm={() => {
          setAsking(false);
          report(store.remove(comment.id));
        }}
      />
    </>
  );
}
