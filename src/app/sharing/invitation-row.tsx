import { Link2, Mail, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addMember } from '../data/members.ts';
import { revokeInvitation, type Invitation } from '../data/sharing.ts';
import { formatDate } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { showToast } from '../ui/toast.tsx';
import { copyInvitation } from './copy-link.ts';
import { RoleSelect } from './role-select.tsx';
import { useChange } from './use-change.ts';
import { readMailState } from './use-invitation-mail.ts';

interface InvitationRowProps {
  readonly documentId: string;
  readonly invitation: Invitation;
}

/** A pending invitation. */
export function InvitationRow({ documentId, invitation }: InvitationRowProps) {
  const { t } = useTranslation(['sharing', 'common']);
  const { language } = useLanguage();
  const change = useChange(documentId);
  const { id, email, role, expiresAt, token } = invitation;
  const mail = readMailState(invitation);
  const until = t('sharing:invitedUntil', { date: formatDate(expiresAt, language) });
  // Inviting again sends another mail, and the link in the one before stops working.
  const copy = async (): Promise<void> => {
    const isCopied = await copyInvitation(token ?? (await addMember(documentId, email, role)));
    if (isCopied) showToast.success(t('sharing:invitationCopied', { email }));
    else showToast.error(t('sharing:notCopied'));
  };
  return (
    <li className="flex items-center gap-x-3 py-2 max-sm:flex-wrap">
      <span className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-line text-muted">
        <Mail size={16} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-24 max-sm:basis-[calc(100%-3rem)]">
        <p translate="no" className="truncate font-medium">
          {email}
        </p>
        <p className="truncate text-[13px] text-muted">
          <TextSpan>
            {mail === 'failed' || mail === 'tooMany' ? `${until} · ${t(`sharing:mailShort.${mail}`)}` : until}
          </TextSpan>
        </p>
      </div>
      <RoleSelect
        label={t('sharing:roleOf', { name: email })}
        value={role}
        onChoose={(next) => change.mutate({ ask: () => addMember(documentId, email, next) })}
      />
      <div className="flex shrink-0 max-sm:ml-auto">
        <IconButton
          label={t('sharing:copyInvitation', { email })}
          icon={<Link2 size={17} aria-hidden="true" />}
          onClick={() => change.mutate({ ask: copy })}
        />
        <IconButton
          label={t('sharing:revoke', { email })}
          icon={<X size={17} aria-hidden="true" />}
          onClick={() =>
            change.mutate({
              ask: () => revokeInvitation(documentId, id),
              done: t('sharing:revoked', { email }),
            })
          }
        />
      </div>
    </li>
  );
}
