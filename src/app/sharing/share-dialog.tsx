import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { roleSchema, type Role } from '#contract/requests.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { membersQuery } from '../data/members.ts';
import { compareNames } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberRow } from './member-row.tsx';

const rankOf = (role: Role): number => roleSchema.options.indexOf(role);

interface ShareDialogProps {
  readonly documentId: string;
  readonly title: string;
  readonly userId: string;
  readonly owning: boolean;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

export function ShareDialog({ documentId, title, userId, owning, onLeft, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['sharing', 'common', 'errors', 'documents']);
  const query = useQuery(membersQuery(documentId));
  const { language } = useLanguage();
  const compare = compareNames(language);
  const members = (query.data ?? []).toSorted(
    (one, other) => rankOf(one.role) - rankOf(other.role) || compare(one.name, other.name),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('sharing:title', { title: title.trim() || t('documents:untitled') })}
      closeLabel={t('common:close')}
    >
      {owning && <InviteForm documentId={documentId} />}
      <h3 className="mt-6 mb-1 text-[13px] font-medium text-muted">{t('sharing:people')}</h3>
      {query.isPending && (
        <output className="flex items-center gap-3 py-2">
          <span className="sr-only">{t('common:loading')}</span>
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-40" />
        </output>
      )}
      {query.isError && members.length === 0 && (
        <Notice>
          <p>{`${t('sharing:failed')}. ${t(`errors:${errorCodeOf(query.error)}`)}`}</p>
          <Button className="mt-2" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        </Notice>
      )}
      <ul aria-label={t('sharing:people')}>
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            documentId={documentId}
            member={member}
            isSelf={member.userId === userId}
            owning={owning}
            onLeft={onLeft}
          />
        ))}
      </ul>
      {members.length > 0 && !owning && (
        <p className="mt-2 text-[13px] text-muted">{t('sharing:ownerDecides')}</p>
      )}
      <CopyLink />
    </Dialog>
  );
}

function CopyLink() {
  const { t } = useTranslation('sharing');
  const copy = async (): Promise<void> => {
    // The address of the document itself, whichever of its panels is open.
    const address = location.href.replace(/\/history\/?(?=$|[?#])/, '');
    try {
      await navigator.clipboard.writeText(address);
      showToast.success(t('linkCopied'));
    } catch (error) {
      // No permission, or (TypeError) no clipboard at all on plain http.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      showToast.error(t('linkNotCopied'));
    }
  };
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-[13px] text-muted">{t('linkHint')}</p>
      <Button onClick={() => void copy()}>
        <Link2 size={17} aria-hidden="true" />
        {t('copyLink')}
      </Button>
    </div>
  );
}
