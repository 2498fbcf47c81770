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
  /** Already a viewer; requests edit access. */
  readonly isIn: boolean;
}

/** A request for access, or for edit access. */
export function RequestRow({ documentId, request, isIn }: RequestRowProps) {
  const { t } = useTranslation(['sharing', 'common']);
  const [chosen, setRole] = useState<GrantableRole | null>(null);
  const role = chosen ?? (isIn ? 'editor' : 'viewer');
  const change = useChange(documentId);
  const { userId, name, email } = request;
  return (
    <li className="flex items-center gap-x-3 gap-y-1 py-2 max-sm:flex-wrap">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p translate="no" dir="auto" className="truncate font-medium">
          {name}
        </p>
        <p translate="no" dir="auto" className="truncate text-[13px] text-muted">
          {email}
        </p>
        {isIn && <p className="text-[13px] text-muted">{t('request.toWrite')}</p>}
      </div>
      {/* Aligns the selected value, not the frame, with the name. */}
      <div className="flex shrink-0 items-center gap-x-1 max-sm:-ml-3">
        <RoleSelect
          label={t('roleFor', { name })}
          value={role}
          onChoose={(next: GrantableRole) => setRole(next)}
        />
        <Button
          busy={change.isPending}
          onClick={() =>
            change.mutate({
              ask: () => answerRequest(documentId, userId, role),
              done: t(isIn ? 'roleChanged' : 'letIn', { name, role: t(`common:role.${role}`) }),
            })
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
      </div>
    </li>
  );
}
