import type { ReactNode } from 'react';
import type { TextFormat } from '#contract/text/text-format.ts';
import { ApiError } from '../../data/api-error.ts';
import type { ShownVersion as Shown } from '../../data/paths.ts';
import { getSessionState } from '../../data/session.ts';
import type { SavedState } from '../../data/versions.ts';
import type { ShownThreads } from '../../editor/preview/commented-text.tsx';
import type { RenderPlayback, RenderVersion } from '../../history/version-text.tsx';
import { VersionView } from '../../history/version-view.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { CommentTimes } from './comments/comment-times.tsx';
import { VersionComments } from './comments/version-comments.tsx';
import type { PartProps } from './use-open-page.ts';

const DocumentPreview = loadLater(() =>
  import('../../editor/preview/document-preview.tsx').then((part) => part.DocumentPreview),
);
const DocumentComparison = loadLater(() =>
  import('../../editor/preview/document-comparison.tsx').then((part) => part.DocumentComparison),
);
const DownloadVersion = loadLater(() =>
  import('../downloads/download-version.tsx').then((part) => part.DownloadVersion),
);
const Playback = loadLater(() => import('../../editor/playback/playback.tsx').then((part) => part.Playback));

interface ShownVersionProps extends PartProps {
  readonly shown: Shown;
}

/** A version shown instead of the text, drawn by parts of the editor. */
export function ShownVersion({ page, shown }: ShownVersionProps) {
  const { room, status, history, restores } = page;
  return (
    <VersionView
      documentId={room.documentId}
      shown={shown}
      onShow={history.show}
      role={status.role}
      seen={room.seen}
      onBack={history.showPresent}
      onRestore={room.recovered.letGo}
      onRestored={restores.onRestored}
      onReversed={restores.onReversed}
      renderVersion={renderVersion(page, shown.threadId ?? null)}
      renderPlayback={renderPlayback(page)}
      takeText={takeText}
      renderDownload={(chosen, onClose) => <DownloadVersion page={page} chosen={chosen} onClose={onClose} />}
      copyState={copySaved}
    />
  );
}

const renderVersion =
  (page: PartProps['page'], wanted: string | null): RenderVersion =>
  (documentId, state, compared) => {
    const render = (shown?: ShownThreads): ReactNode =>
      compared === null ? (
        <DocumentPreview updates={state.updates} comments={shown} />
      ) : (
        <DocumentComparison documentId={documentId} after={state} {...compared} comments={shown} />
      );
    const { comments } = page;
    if (comments === null) return render();
    return (
      <VersionComments
        page={page}
        comments={comments}
        state={state}
        wanted={wanted}
        isCompared={compared !== null}
        render={render}
      />
    );
  };

const renderPlayback =
  (page: PartProps['page']): RenderPlayback =>
  (documentId, before, until) => {
    const render = (times?: readonly number[]): ReactNode => (
      <Playback documentId={documentId} before={before} until={until} comments={times} />
    );
    const { comments } = page;
    if (comments === null) return render();
    return <CommentTimes documentId={documentId} store={comments.store} until={until} render={render} />;
  };

async function takeText({ updates }: SavedState, format: TextFormat): Promise<string> {
  const { takeSavedText } = await import('../../editor/out/take-saved-text.ts');
  return takeSavedText(updates, format);
}

async function copySaved({ updates }: SavedState, nameCopy: (title: string) => string): Promise<string> {
  const session = getSessionState();
  if (session.kind !== 'signed-in') throw new ApiError({ code: 'unauthenticated', status: 401 });
  const { copyState } = await import('../../documents/copy-document.ts');
  return copyState(updates, session.session.user.id, nameCopy);
}
