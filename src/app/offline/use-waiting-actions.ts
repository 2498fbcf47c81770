import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiErrorCode } from '../data/api-error.ts';
import { documentsQuery, patchDocument, refreshDocuments, showWaitingDocuments } from '../data/documents.ts';
import { refreshFolders } from '../data/folders.ts';
import { signedInUserId } from '../data/signed-in-user.ts';
import type { WaitingAction } from '../data/waiting-actions.ts';
import { deviceOf } from '../room/this-device.ts';
import { showToast } from '../ui/toast.tsx';
import { keepSending } from './keep-sending.ts';
import { titlesOf } from './unsent-titles.ts';

/** Sends the changes of the list that wait on this device, and says which ones the server refuses. */
export function useWaitingActions(): void {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  useEffect(() => {
    const onRefused = async (action: WaitingAction, code: ApiErrorCode): Promise<void> => {
      await i18n.loadNamespaces(['documents', 'documentList', 'errors']);
      const title = titleOf(action, client) ?? i18n.t('documents:untitled');
      const failed = i18n.t(FAILED[action.kind], { title });
      showToast.error(`${failed}. ${i18n.t(`errors:${code}`)}`, {
        outlivesPage: true,
        durationMs: TO_READ_MS,
      });
    };
    return keepSending({
      onChange: (report) => {
        void showWaitingDocuments(client);
        if (report === null) return;
        void refreshFolders(client);
        void refreshDocuments(client);
      },
      onRefused: (action, code) => void onRefused(action, code),
    });
  }, [client, i18n]);
  useEffect(() => showUnsentTitles(client), [client]);
}

const FAILED = {
  create: 'documents:createFailed',
  folder: 'documentList:changeFailed',
  move: 'documentList:folders.moveFailed',
  favorite: 'documentList:changeFailed',
  trash: 'documentList:changeFailed',
} as const satisfies Record<WaitingAction['kind'], string>;

/** The change was made long before. */
const TO_READ_MS = 15_000;

/** Of the document or the folder; null: it has none. */
function titleOf(action: WaitingAction, client: QueryClient): string | null {
  if (action.kind === 'folder') return action.name;
  const listed = client.getQueryData(documentsQuery().queryKey)?.find(({ id }) => id === action.id);
  return listed?.title.trim() || null;
}

/** Titles that were typed without a line are in the list whenever it is opened. */
function showUnsentTitles(client: QueryClient): () => void {
  const show = async (): Promise<void> => {
    const userId = signedInUserId();
    const unsent = userId === null ? null : await deviceOf(userId)?.copy.listUnsent();
    if (!unsent?.ok) return;
    const shown = new Map(
      client.getQueryData(documentsQuery().queryKey)?.map(({ id, title }) => [id, title]),
    );
    for (const [id, title] of titlesOf(unsent.value))
      if ((shown.get(id) ?? title) !== title) patchDocument(client, id, { title });
  };
  void show();
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerAdded' && query.queryKey[0] === documentsQuery().queryKey[0]) void show();
  });
}
