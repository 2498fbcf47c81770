import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { readersSeeAllQuery, setReadersSeeAll } from '../data/readers-history.ts';
import { SelectField } from '../ui/select-field.tsx';
import { showToast } from '../ui/toast.tsx';

/** The owner chooses which versions viewers see. */
export function ReadersHistory({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation(['sharing', 'errors']);
  const client = useQueryClient();
  const { data } = useQuery(readersSeeAllQuery(documentId));
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (all: boolean) => setReadersSeeAll(client, documentId, all),
    onError: (error) => showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  if (data === undefined) return null;
  return (
    <SelectField
      className="mt-5 border-t border-line pt-4"
      label={t('sharing:readers.label')}
      value={(isPending ? variables : data) ? 'all' : 'named'}
      onChange={(event) => mutate(event.currentTarget.value === 'all')}
      options={[
        { value: 'named', label: t('sharing:readers.named') },
        { value: 'all', label: t('sharing:readers.all') },
      ]}
    />
  );
}
