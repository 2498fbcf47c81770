import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { setViewersSeeComments, viewersSeeCommentsQuery } from '../data/comments.ts';
import { keepOnDevicesQuery, setKeepOnDevices } from '../data/keep-on-devices.ts';
import { readersSeeAllQuery, setReadersSeeAll } from '../data/readers-history.ts';
import { SelectField } from '../ui/select-field.tsx';
import { showToast } from '../ui/toast.tsx';

/** The owner chooses which versions viewers see, whether they see comments, and whether the text stays on devices. */
export function ReadersSettings({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('sharing');
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-4 empty:hidden">
      <Setting
        label={t('readers.label')}
        no={t('readers.named')}
        yes={t('readers.all')}
        query={readersSeeAllQuery(documentId)}
        change={(client, all) => setReadersSeeAll(client, documentId, all)}
      />
      <Setting
        label={t('viewersComments.label')}
        no={t('viewersComments.no')}
        yes={t('viewersComments.yes')}
        query={viewersSeeCommentsQuery(documentId)}
        change={(client, see) => setViewersSeeComments(client, documentId, see)}
      />
      <Setting
        label={t('onDevices.label')}
        no={t('onDevices.no')}
        yes={t('onDevices.yes')}
        query={keepOnDevicesQuery(documentId)}
        change={(client, keep) => setKeepOnDevices(client, documentId, keep)}
      />
    </div>
  );
}

interface SettingProps<Key extends readonly unknown[]> {
  readonly label: string;
  readonly no: string;
  readonly yes: string;
  readonly query: UseQueryOptions<boolean, Error, boolean, Key>;
  readonly change: (client: QueryClient, value: boolean) => Promise<void>;
}

function Setting<Key extends readonly unknown[]>({ label, no, yes, query, change }: SettingProps<Key>) {
  const { t } = useTranslation('errors');
  const client = useQueryClient();
  const { data } = useQuery(query);
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (value: boolean) => change(client, value),
    onError: (error) => showToast.error(t(errorCodeOf(error))),
  });
  if (data === undefined) return null;
  return (
    <SelectField
      label={label}
      value={(isPending ? variables : data) ? 'yes' : 'no'}
      onChange={(event) => mutate(event.currentTarget.value === 'yes')}
      options={[
        { value: 'no', label: no },
        { value: 'yes', label: yes },
      ]}
    />
  );
}
