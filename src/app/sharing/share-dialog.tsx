import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite, ROLES, type Role } from '#contract/roles.ts';
import { errorCodeOf, mayRetry } from '../data/api-error.ts';
import { membersQuery } from '../data/members.ts';
import { SHARING_LOOK_MS, sharingQuery } from '../data/sharing.ts';
import { compareNames } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { AskToWrite } from './ask-to-write.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteForm } from './invite-form.tsx';
import { LinkAccess } from './link-access.tsx';
import { MemberRow } from './member-row.tsx';
import { ReadersSettings } from './readers-settings.tsx';
import { useObstacle } from './use-obstacle.ts';
import { RequestRow } from './request-row.tsx';

const rankOf = (role: Role): number => ROLES.indexOf(role);

interface ShareDialogProps {
  readonly documentId: string;
  readonly title: string;
  readonly userId: string;
  readonly owning: boolean;
  readonly onLeft: () => void;
  readonly onClose: () => void;
}

export function ShareDialog(props: ShareDialogProps) {
  const { title, onClose } = props;
  const { t } = useTranslation(['sharing', 'common', 'documents']);
  const obstacle = useObstacle(props.documentId);
  // A lost network closes no form that is being filled in.
  const [isReady, setReady] = useState(obstacle === null);
  if (obstacle === null && !isReady) setReady(true);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('sharing:title', { title: title.trim() || t('documents:untitled') })}
      closeLabel={t('common:close')}
    >
      {obstacle !== null && !isReady ? (
        <output className="mt-3 block text-muted">
          <TextSpan>{t(`sharing:${obstacle}`)}</TextSpan>
        </output>
      ) : (
        <Sharing {...props} />
      )}
    </Dialog>
  );
}

function Sharing({ documentId, userId, owning, onLeft }: ShareDialogProps) {
  const { t } = useTranslation(['sharing', 'common', 'errors']);
  const query = useQuery({ ...membersQuery(documentId), refetchInterval: SHARING_LOOK_MS });
  const sharing = useQuery({ ...sharingQuery(documentId), refetchInterval: SHARING_LOOK_MS });
  const { requests = [], invitations = [] } = sharing.data ?? {};
  // The two lists load separately: a member who has just accepted is not listed as invited too.
  const here = new Set(query.data?.map(({ email }) => email));
  const awaited = invitations.filter(({ email }) => !here.has(email));
  const { language } = useLanguage();
  const compare = compareNames(language);
  const members = (query.data ?? []).toSorted(
    (one, other) => rankOf(one.role) - rankOf(other.role) || compare(one.name, other.name),
  );
  const self = members.find((member) => member.userId === userId);
  return (
    <>
      {owning && <InviteForm documentId={documentId} />}
      {owning && requests.length > 0 && (
        <>
          <h3 className="mt-6 mb-1 text-[13px] font-medium text-muted">{t('sharing:requests')}</h3>
          <ul aria-label={t('sharing:requests')}>
            {requests.map((request) => (
              <RequestRow
                key={request.userId}
                documentId={documentId}
                request={request}
                isIn={members.some((member) => member.userId === request.userId)}
              />
            ))}
          </ul>
        </>
      )}
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
          {mayRetry(errorCodeOf(query.error)) && (
            <Button className="mt-2" busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('common:retry')}
            </Button>
          )}
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
        {owning &&
          awaited.map((invitation) => (
            <InvitationRow key={invitation.id} documentId={documentId} invitation={invitation} />
          ))}
      </ul>
      {members.length > 0 && !owning && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <p className="min-w-40 flex-1 text-[13px] text-muted">{t('sharing:ownerDecides')}</p>
          {self !== undefined && !mayWrite(self.role) && <AskToWrite documentId={documentId} />}
        </div>
      )}
      <LinkAccess documentId={documentId} owning={owning} linkRole={sharing.data?.linkRole} />
      {owning && <ReadersSettings documentId={documentId} />}
    </>
  );
}
