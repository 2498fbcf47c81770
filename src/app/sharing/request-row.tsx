import { useTranslation } from 'react-i18next';
import type { AccessRequest } from '../data/sharing.ts';
import { AnswerRequest } from './answer-request.tsx';

interface RequestRowProps {
  readonly documentId: string;
  readonly request: AccessRequest;
  /** Already a viewer; requests edit access. */
  readonly isIn: boolean;
}

/** A request for access, or for edit access. */
export function RequestRow({ documentId, request, isIn }: RequestRowProps) {
  const { t } = useTranslation('sharing');
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
      <div className="shrink-0 max-sm:-ml-3">
        <AnswerRequest documentId={documentId} person={{ id: userId, name }} isIn={isIn} />
      </div>
    </li>
  );
}
