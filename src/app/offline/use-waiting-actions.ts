import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../data/api-error.ts';
import { documentsQuery, patchDocument, patchList, refreshDocuments } from '../data/documents.ts';
import { foldersQuery, refreshFolders } from '../data/folders.ts';
import { ownActions, showWaiting } from '../data/list-queue.ts';
import { signedInUserId } from '../data/signed-in-user.ts';
import type { WaitingAction } from '../data/waiting-actions.ts';
import { drainNow } from '../room/keep-draining.ts';
import type { KeptUpdate } from '../room/kept-update.ts';
import { deviceOf } from '../room/this-device.ts';
import { showToast } from '../ui/toast.tsx';
import { keepSending } from './keep-sending.ts';
import { titlesOf } from './unsent-titles.ts';

/** Sends the changes of the list that wait on this device, and says which ones the server refuses. */
export function useWaitingActions(): void {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  useEffect(() => {
    const titles = new Map<string, string>();
    const onChange = (): void => {
      const waiting = ownActions();
      patchList(client, (documents) => showWaiting(documents, waiting));
      for (const action of waiting.actions) {
        const title = titleOf(action, client);
        if (title !== null) titles.set(action.id, title);
      }
    };
    const onRefused = async (action: WaitingAction, { code }: ApiError): Promise<void> => {
      await i18n.loadNamespaces(['documents', 'documentList', 'errors']);
      // A list that was read meanwhile has no document that the user may not read any more.
      const title = titles.get(action.id) ?? i18n.t('documents:untitled');
      const failed = i18n.t(FAILED[action.kind], { title });
      showToast.error(`${failed}. ${i18n.t(`errors:${code}`)}`, {
        outlivesPage: true,
        durationMs: TO_READ_MS,
      });
      // As it was before.
      readAll();
    };
    const readAll = (): void => {
      void refreshFolders(client);
      void refreshDocuments(client);
    };
    return keepSending({
      onChange,
      onSent: readAll,
      onRefused: (action, error) => void onRefused(action, error),
      sendText,
    });
  }, [client, i18n]);
  useEffect(() => showUnsentTitles(client), [client]);
}

/** An open page sends its own. */
const LOOK_EVERY_MS = 200;
const MOST_LOOKS = 20;

async function sendText(documentId: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && navigator.onLine; looks += 1) {
    const unsent = await listUnsent();
    if (!unsent.some((row) => row.documentId === documentId && row.refused === undefined)) return;
    await drainNow();
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function listUnsent(): Promise<readonly KeptUpdate[]> {
  const userId = signedInUserId();
  const unsent = userId === null ? null : await deviceOf(userId)?.copy.listUnsent();
  return unsent?.ok ? unsent.value : [];
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
  if (action.kind === 'folder') {
    const folders = client.getQueryData(foldersQuery().queryKey);
    return action.name ?? folders?.find(({ id }) => id === action.id)?.name ?? null;
  }
  const listed = client.getQueryData(documentsQuery().queryKey)?.find(({ id }) => id === action.id);
  return listed?.title.trim() || null;
}

/** Titles that were typed without a line are in the list whenever it is opened. */
function showUnsentTitles(client: QueryClient): () => void {
  const show = async (): Promise<void> => {
    const unsent = await listUnsent();
    const shown = new Map(
      client.getQueryData(documentsQuery().queryKey)?.map(({ id, title }) => [id, title]),
    );
    for (const [id, title] of titlesOf(unsent))
      if ((shown.get(id) ?? title) !== title) patchDocument(client, id, { title });
  };
  void show();
  return client.getQueryCache().subscribe((event) => {
    if (event.query.queryKey[0] !== documentsQuery().queryKey[0]) return;
    const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
    if (isRead || event.type === 'observerAdded') void show();
  });
}
