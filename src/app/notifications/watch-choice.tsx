import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { WATCHES, type Watch } from '#contract/notifications/settings.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { setWatch, watchQuery } from '../data/notifications.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { showToast } from '../ui/toast.tsx';

/** The user chooses how much they are told of a document. */
export function WatchChoice({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation(['notifications', 'errors']);
  const client = useQueryClient();
  const { data } = useQuery(watchQuery(documentId));
  const { mutate, variables, isPending } = useMutation({
    // Serialized: the last choice wins.
    scope: { id: `watch ${documentId}` },
    mutationFn: (level: Watch) => setWatch(client, documentId, level),
    onError: (error) => void showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  if (!data) return null;
  return (
    <div className="pt-2">
      <ChoiceGroup
        label={t('notifications:watch.label')}
        options={WATCHES.map((value) => ({ value, label: t(`notifications:watch.${value}`) }))}
        value={isPending ? variables : data.level}
        onChange={mutate}
      />
    </div>
  );
}
