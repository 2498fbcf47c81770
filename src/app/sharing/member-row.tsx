import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { avatarsQuery } from '../data/avatars.ts';
import { refreshDocuments } from '../data/documents.ts';
import { removeMember, setMemberRole, type GrantableRole, type Member } from '../data/members.ts';
import { transferDocument } from '../data/sharing.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { showToast } from '../ui/toast.tsx';
import { RoleSelect } from './role-select.tsx';
import { useChange } from './use-change.ts';

interface MemberRowProps {
  readonly documentId: string;
  readonly member: Member;
  readonly isSelf: boolean;
  /** The current user owns the document. */
  readonly owning: boolean;
  readonly onLeft: () => void;
}

export function MemberRow({ documentId, member, isSelf, owning, onLeft }: MemberRowProps) {
  const { t } = useTranslation(['sharing', 'common', 'errors']);
  const client = useQueryClient();
  const [asking, setAsking] = useState<'remove' | 'give' | null>(null);
  const change = useChange(documentId);
  const { data: avatars } = useQuery(avatarsQuery());
  const { userId, name, role } = member;

  const choose = (next: GrantableRole | 'give'): void => {
    if (next === 'give') return setAsking('give');
    const done = t('sharing:roleChanged', { name, role: t(`common:role.${next}`) });
    change.mutate({ ask: () => setMemberRole(documentId, userId, next), done });
  };
  const confirm = async (): Promise<void> => {
    if (asking === 'give') {
      const done = t('sharing:transferred', { name });
      await change.mutateAsync({ ask: () => transferDocument(documentId, userId), done });
      setAsking(null);
      return;
    }
    await change.mutateAsync({ ask: () => removeMember(documentId, userId) });
    setAsking(null);
    if (!isSelf) return void showToast.success(t('sharing:removed', { name }));
    await refreshDocuments(client);
    showToast.success(t('sharing:left'));
    onLeft();
  };

  return (
    <li className="flex items-center gap-x-3 gap-y-1 py-2 not-has-[select]:flex-wrap">
      <Avatar name={name} color={member.color} picture={avatars?.get(userId)} />
      <div className="min-w-0 flex-1 basis-24">
        <p className="truncate font-medium">
          <span translate="no" dir="auto">
            {name}
          </span>
          {isSelf && (
            <span className="font-normal text-muted">{` (${t('common:you').toLocaleLowerCase()})`}</span>
          )}
        </p>
        {member.email && (
          <p translate="no" dir="auto" className="truncate text-[13px] text-muted">
            {member.email}
          </p>
        )}
      </div>
      {owning && !isSelf && role !== 'owner' ? (
        <RoleSelect
          label={t('sharing:roleOf', { name })}
          value={role}
          more={[{ value: 'give', label: t('sharing:transfer') }]}
          onChoose={choose}
        />
      ) : (
        <span className="px-3 text-muted">{t(`common:role.${role}`)}</span>
      )}
      {owning && !isSelf && (
        <IconButton
          label={t('sharing:removePerson', { name })}
          icon={<UserMinus size={17} aria-hidden="true" />}
          onClick={() => setAsking('remove')}
        />
      )}
      {!owning && isSelf && <Button onClick={() => setAsking('remove')}>{t('sharing:leave')}</Button>}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        {...useQuestion(asking, isSelf, name)}
        cancelLabel={t('common:cancel')}
        danger={asking !== 'give'}
        busy={change.isPending}
        // The error was already shown.
        onConfirm={() => void confirm().catch(() => setAsking(null))}
      />
    </li>
  );
}

function useQuestion(asking: 'remove' | 'give' | null, isSelf: boolean, name: string) {
  const { t } = useTranslation('sharing');
  if (asking === 'give') {
    return {
      title: t('transferTitle', { name }),
      text: t('transferConfirm', { name }),
      confirmLabel: t('transferYes'),
    };
  }
  return isSelf
    ? { title: t('leaveTitle'), text: t('leaveConfirm'), confirmLabel: t('leaveYes') }
    : { title: t('removeTitle', { name }), text: t('removeConfirm'), confirmLabel: t('remove') };
}
