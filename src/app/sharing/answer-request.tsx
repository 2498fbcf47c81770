import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery, type GrantableRole } from '../data/members.ts';
import { answerRequest } from '../data/sharing.ts';
import { Button } from '../ui/button.tsx';
import { RoleSelect } from './role-select.tsx';
import { useChange } from './use-change.ts';

interface AnswerRequestProps {
  readonly documentId: string;
  readonly person: { readonly id: string; readonly name: string };
  /** Already a viewer; requests edit access. */
  readonly isIn: boolean;
}

/** *Allow* in a role, and *Decline*. */
export function AnswerRequest({ documentId, person: { id, name }, isIn }: AnswerRequestProps) {
  const { t } = useTranslation(['sharing', 'common']);
  const [chosen, setRole] = useState<GrantableRole | null>(null);
  const role = chosen ?? (isIn ? 'editor' : 'viewer');
  const change = useChange(documentId);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <RoleSelect
        label={t('sharing:roleFor', { name })}
        value={role}
        onChoose={(next: GrantableRole) => setRole(next)}
      />
      <Button
        busy={change.isPending}
        onClick={() =>
          change.mutate({
            ask: () => answerRequest(documentId, id, role),
            done: t(isIn ? 'sharing:roleChanged' : 'sharing:letIn', { name, role: t(`common:role.${role}`) }),
          })
        }
      >
        {t('sharing:allow')}
      </Button>
      <Button look="quiet" onClick={() => change.mutate({ ask: () => answerRequest(documentId, id, null) })}>
        {t('sharing:decline')}
      </Button>
    </div>
  );
}

/** The same, from a notification. */
export function AnswerNotified(props: Omit<AnswerRequestProps, 'isIn'>) {
  const { data: members } = useQuery(membersQuery(props.documentId));
  if (!members) return null;
  return <AnswerRequest {...props} isIn={members.some(({ userId }) => userId === props.person.id)} />;
}
