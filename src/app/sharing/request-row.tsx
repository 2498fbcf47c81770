import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GrantableRole } from '../data/members.ts';
import { answerRequest, type AccessRequest } from '../data/sharing.ts';
import { Button } from '../ui/button.tsx';
import { RoleSelect } from './role-select.tsx';
import { useChange } from './use-change.ts';

interface RequestRowProps {
  readonly documentId: string;
  readonly request: AccessRequest;
}

/** Somebody asks to be let in. */
export function RequestRow({ documentId, request }: RequestRowProps) {
  const { t } = useTranslation('sharing');
  const [role, setRole] = useState<GrantableRole>('viewer');
  const change = useChange(documentId);
  const { userId, name, email } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-32">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-[13px] text-muted">{email}</p>
      </div>
      <RoleSelect
        label={t('roleOf', { name })}
        value={role}
        onChoose={(next: GrantableRole) => setRole(next)}
      />
      <Button
        busy={change.isPending}
        onClick={() =>
          change.mutate({ ask: () => answerRequest(documentId, userId, role), done: t('letIn', { name }) })
        }
      >
        {t('allow')}
      </Button>
      <Button
        look="quiet"
        onClick={() => change.mutate({ ask: () => answerRequest(documentId, userId, null) })}
      >
        {t('decline')}
      </Button>
    </li>
  );
}
