import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '../data/api-error.ts';
import { stateAt, type ShownVersion } from '../data/paths.ts';
import { stateAtQuery, versionsQuery, versionStateQuery, type SavedState } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useComments } from './comments-context.ts';
import type { ShownThread } from './types.ts';
import { seqOfText, versionsNear } from './versions-of-thread.ts';

interface Searching {
  readonly client: QueryClient;
  readonly documentId: string;
  readonly thread: ShownThread;
  /** May read states between versions. */
  readonly isEditor: boolean;
  readonly hasText: (state: SavedState) => boolean;
}

/** A version that has the text of the thread; for editors, else the state in which it was chosen. */
async function findVersion(searching: Searching): Promise<ShownVersion | null> {
  const { client, documentId, thread, isEditor, hasText } = searching;
  const seq = seqOfText(thread);
  const versions = await client.fetchQuery({ ...versionsQuery(documentId), staleTime: 0 });
  const show = (versionId: string): ShownVersion => ({ versionId, beforeId: null, threadId: thread.id });
  for (const version of versionsNear(seq, versions))
    if (hasText(await client.fetchQuery(versionStateQuery(documentId, version)))) return show(version.id);
  if (isEditor && hasText(await client.fetchQuery(stateAtQuery(documentId, seq)))) return show(stateAt(seq));
  return null;
}

/**
 * Shows the text of a thread that lost it, as it was. Not for readers that may not read the quote, or have no version that could
 * have it.
 */
export function ShowVersion({ thread }: { readonly thread: ShownThread }) {
  const { documentId, isEditor, hadText, onShowVersion } = useComments();
  const { t } = useTranslation(['comments', 'errors']);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const mayRead = isEditor || thread.anchor.quote !== '';
  const { data: versions = [] } = useQuery({
    ...versionsQuery(documentId),
    enabled: mayRead && !isEditor,
    refetchInterval: false,
  });
  if (!mayRead || (!isEditor && versionsNear(seqOfText(thread), versions).length === 0)) return null;
  const show = async (): Promise<void> => {
    setBusy(true);
    const hasText = (state: SavedState): boolean => hadText(thread, state);
    try {
      const shown = await findVersion({ client, documentId, thread, isEditor, hasText });
      if (shown) onShowVersion(shown);
      else showToast.plain(t('comments:noVersion'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast.error(t(`errors:${errorCodeOf(error)}`));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="quiet"
      className="!h-7 !px-2 text-[13px] pointer-coarse:!h-11"
      busy={isBusy}
      onClick={() => void show()}
    >
      {t('comments:showVersion')}
    </Button>
  );
}
