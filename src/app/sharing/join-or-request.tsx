import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { joinDocument, requestAccess } from '../data/access.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAccess } from './use-access.ts';

const LOOK_AGAIN_MS = 5000;

interface JoinOrRequestProps {
  readonly documentId: string;
  /** The user has access now. */
  readonly onIn: () => void;
  /** Shown until access is known. */
  readonly waiting: ReactNode;
  /** Rendered without access; `ask` is the button to request it. */
  readonly children: (ask: ReactNode) => ReactNode;
}

/** For a user without access: joins by the link or an invitation, or offers to request access. */
export function JoinOrRequest({ documentId, onIn, waiting, children }: JoinOrRequestProps) {
  const { t } = useTranslation(['sharing', 'errors']);
  const join = useMutation({ mutationFn: () => joinDocument(documentId), onSuccess: onIn });
  const request = useMutation({
    mutationFn: () => requestAccess(documentId),
    onError: (error) => showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  const tried = useRef(false);
  const { mutate } = join;
  useEffect(() => {
    if (!tried.current) mutate();
    tried.current = true;
  }, [mutate]);
  useAccess(documentId, { enabled: request.isSuccess, askAgainMs: LOOK_AGAIN_MS, onIn });
  if (join.isIdle || join.isPending || join.isSuccess) return waiting;
  return children(
    request.isSuccess ? (
      <output>{t('sharing:request.asked')}</output>
    ) : (
      <Button busy={request.isPending} onClick={() => request.mutate()}>
        {t('sharing:request.ask')}
      </Button>
    ),
  );
}
