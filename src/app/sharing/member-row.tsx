import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GRANTABLE_ROLES } from '#contract/requests.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { avatarsQuery } from '../data/avatars.ts';
import { refreshDocuments } from '../data/documents.ts';
import {
  refreshMembers,
  removeMember,
  setMemberRole,
  type GrantableRole,
  type Member,
} from '../data/members.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showToast } from '../ui/toast.tsx';

interface MemberRowProps {
  readonly documentId: string;
  readonly member: Member;
  readonly isSelf: boolean;
  /** Whether I own the document. */
  readonly owning: boolean;
  readonly onLeft: () => void;
}

export function MemberRow({ documentId, member, isSelf, owning, onLeft }: MemberRowProps) {
  const { t } = useTranslation(['sharing', 'common', 'errors']);
  const client = useQueryClient();
  const { data: avatars } = useQuery(avatarsQuery());
  const [asking, setAsking] = useState(false);
  const sayFailure = (error: unknown): void => void showToast.error(t(`errors:${errorCodeOf(error)}`));

  const change = useMutation({
    mutationFn: (role: GrantableRole) => setMemberRole(documentId, member.userId, role),
    onSuccess: (_done, role) =>
      showToast.success(t('sharing:roleChanged', { name: member.name, role: t(`common:role.${role}`) })),
    onError: sayFailure,
    onSettled: () => refreshMembers(client, documentId),
  });
  const remove = useMutation({
    mutationFn: () => removeMember(documentId, member.userId),
    onSuccess: async () => {
      setAsking(false);
      if (isSelf) {
        await refreshDocuments(client);
        showToast.success(t('sharing:left'));
        onLeft();
      } else {
        showToast.success(t('sharing:removed', { name: member.name }));
        await refreshMembers(client, documentId);
      }
    },
    onError: sayFailure,
  });

  return (
    <li className="flex items-center gap-x-3 gap-y-1 py-2 not-has-[select]:flex-wrap">
      <Avatar name={member.name} color={member.color} picture={avatars?.get(member.userId)} />
      <div className="min-w-0 flex-1 basis-24">
        <p className="truncate font-medium">
          {member.name}
          {isSelf && <span className="font-normal text-muted"> ({t('common:you').toLocaleLowerCase()})</span>}
        </p>
        {member.email && <p className="truncate text-[13px] text-muted">{member.email}</p>}
      </div>
      {owning && !isSelf ? (
        <SelectField
          className="w-28 shrink-0 sm:w-32"
          label={t('sharing:roleOf', { name: member.name })}
          hideLabel
          quiet
          value={change.isPending ? change.variables : member.role}
          onChange={(event) => {
            const role = GRANTABLE_ROLES.find((one) => one === event.target.value);
            if (role) change.mutate(role);
          }}
          options={GRANTABLE_ROLES.map((role) => ({ value: role, label: t(`common:role.${role}`) }))}
        />
      ) : (
        <span className="px-3 text-muted">{t(`common:role.${member.role}`)}</span>
      )}
      {owning && !isSelf && (
        <IconButton
          label={t('sharing:removePerson', { name: member.name })}
          icon={<UserMinus size={17} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        />
      )}
      {!owning && isSelf && <Button onClick={() => setAsking(true)}>{t('sharing:leave')}</Button>}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isSelf ? t('sharing:leaveTitle') : t('sharing:removeTitle', { name: member.name })}
        text={isSelf ? t('sharing:leaveConfirm') : t('sharing:removeConfirm')}
        confirmLabel={isSelf ? t('sharing:leaveYes') : t('sharing:remove')}
        cancelLabel={t('common:cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}
