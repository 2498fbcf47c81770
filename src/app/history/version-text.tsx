import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf, mayRetry } from '../data/api-error.ts';
import { PRESENT, type ShownVersion } from '../data/paths.ts';
import type { PartRestore } from '../data/restore-part.ts';
import {
  NOTHING,
  presentStateQuery,
  stateAtQuery,
  versionStateQuery,
  type SavedState,
  type Version,
} from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { FoundVersions } from './found-versions.ts';

/** Reverts parts of a comparison. */
export interface Reverting {
  /** Null for users who cannot edit. */
  readonly onRevert: ((part: PartRestore, count: number) => void) | null;
  readonly isReverting: boolean;
}

/** Renders a state alone, or with the changes since another one. */
export type RenderVersion = (
  documentId: string,
  state: SavedState,
  compared: (Reverting & { readonly before: SavedState }) | null,
) => ReactNode;

interface VersionTextProps extends Reverting {
  readonly documentId: string;
  readonly found: FoundVersions;
  readonly shown: ShownVersion;
  readonly renderVersion: RenderVersion;
  readonly renderPlayback: RenderPlayback;
}

/** Renders how the text was written, from a state on up to a row of the log. */
export type RenderPlayback = (documentId: string, before: SavedState, until: number) => ReactNode;

export function VersionText(props: VersionTextProps) {
  const { documentId, found, shown, renderVersion, renderPlayback, onRevert, isReverting } = props;
  const { version, row, before } = found;
  const { t } = useTranslation(['common', 'history', 'errors']);
  const isCompared = shown.beforeId !== null;
  const isNothing = before === null || before === 0;
  const after = useSavedState(documentId, version ?? row ?? PRESENT, true);
  const earlier = useSavedState(documentId, before ?? PRESENT, isCompared && !isNothing);
  const compared = isNothing ? NOTHING : earlier.data;
  const query = after.data && isCompared && !isNothing ? earlier : after;
  if (after.data && !isCompared) return renderVersion(documentId, after.data, null);
  if (after.data && compared) {
    const key = `${compared.seq}..${after.data.seq}`;
    return (
      <Fragment key={key}>
        {shown.isPlayed
          ? renderPlayback(documentId, compared, after.data.seq)
          : renderVersion(documentId, after.data, { before: compared, onRevert, isReverting })}
      </Fragment>
    );
  }
  if (query.isPending) return <LoadingText />;
  const code = errorCodeOf(query.error);
  return (
    <EmptyState
      alert
      icon={<CloudOff size={28} strokeWidth={1.5} aria-hidden="true" />}
      title={t('history:previewFailed')}
      text={t(`errors:${code}`)}
      action={
        mayRetry(code) ? (
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        ) : null
      }
    />
  );
}

/** The state of a version, at a row of the log, or now. */
function useSavedState(documentId: string, which: Version | number | typeof PRESENT, enabled: boolean) {
  const present = useQuery({ ...presentStateQuery(documentId), enabled: enabled && which === PRESENT });
  const at = useQuery({
    ...stateAtQuery(documentId, typeof which === 'number' ? which : 0),
    enabled: enabled && typeof which === 'number',
  });
  const saved = useQuery({
    ...versionStateQuery(documentId, typeof which === 'object' ? which : { id: '', seq: 0 }),
    enabled: enabled && typeof which === 'object',
  });
  if (which === PRESENT) return present;
  return typeof which === 'number' ? at : saved;
}

export function LoadingText() {
  const { t } = useTranslation('history');
  return (
    <div aria-busy="true" className="ml-(--text-start) flex w-full max-w-[47rem] flex-col gap-4 px-6 py-8">
      <span className="sr-only">{t('loadingPreview')}</span>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
