import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { refreshMembers } from '../data/members.ts';
import { refreshSharing } from '../data/sharing.ts';
import { showToast } from '../ui/toast.tsx';

interface Change {
  readonly ask: () => Promise<unknown>;
  /** Message on success. */
  readonly done?: string;
}

/** Mutation of access rights: reports the result and refetches. */
export function useChange(documentId: string) {
  const { t } = useTranslation('errors');
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ask }: Change) => ask(),
    onSuccess: (_result, { done }) => {
      if (done !== undefined) showToast.success(done);
    },
    onError: (error) => showToast.error(t(errorCodeOf(error))),
    onSettled: () => Promise.all([refreshMembers(client, documentId), refreshSharing(client, documentId)]),
  });
}
