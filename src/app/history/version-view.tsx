import { useQuery } from '@tanstack/react-query';
import { CloudOff, History, RotateCcw } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { versionsQuery, versionStateQuery, type Version } from '../data/versions.ts';
import { formatDateTime, formatExact } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { PREVIOUS, type ShownVersion } from '../data/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NameVersion } from './name-version.tsx';
import { useRestore } from './use-restore.ts';
import type { RestoreStep } from './use-restore-steps.ts';

interface VersionViewProps {
  readonly documentId: string;
  readonly shown: ShownVersion;
  /** Compares with another version, with the one before, or with none. */
  readonly onCompare: (beforeId: string | null) => void;
  readonly canEdit: boolean;
  /** `seen` of the room. */
  readonly seen: () => Promise<number | null>;
  /** Returns to the live text. Keep its editor mounted (hidden), or its undo history is lost. */
  readonly onBack: () => void;
  /** The user has confirmed: changes they made until now are discarded on purpose. */
  readonly onRestore: () => void;
  /** The text has changed on the server: call `pull` of the room. `step` undoes the restore. */
  readonly onRestored: (step: RestoreStep) => void;
  /** The same after that step was undone. Must be a stable function. */
  readonly onReversed: (id: string) => void;
  /** Renders a document given as Yjs updates, alone or with what changed from another. */
  readonly renderVersion: (updates: readonly Uint8Array[], before: readonly Uint8Array[] | null) => ReactNode;
}

/** A version shown instead of the text, to read, name or restore. A link to it may lead to one that is gone. */
export function VersionView(props: VersionViewProps) {
  const { documentId, shown, onBack } = props;
  const { t } = useTranslation(['history', 'errors']);
  const query = useQuery(versionsQuery(documentId));
  const { versionId, beforeId } = shown;
  const find = (wanted: string): Version | undefined => query.data?.find(({ id }) => id === wanted);
  const version = find(versionId);
  const isThere = beforeId === null || beforeId === PREVIOUS || find(beforeId) !== undefined;
  if (query.data && version && isThere) {
    return <OpenVersion {...props} version={version} versions={query.data} />;
  }
  if (query.isPending || query.isFetching) return <LoadingText />;
  return (
    <EmptyState
      alert
      icon={<History size={28} strokeWidth={1.5} aria-hidden="true" />}
      title={t('history:missing.title')}
      text={query.isError ? t(`errors:${errorCodeOf(query.error)}`) : t('history:missing.text')}
      action={<Button onClick={onBack}>{t('history:backToCurrent')}</Button>}
    />
  );
}

/** The chosen version, or the newest with an earlier state; null before the first. */
function findBefore({ seq }: Version, versions: readonly Version[], beforeId: string): Version | null {
  if (beforeId !== PREVIOUS) return versions.find(({ id }) => id === beforeId) ?? null;
  const earlier = versions.filter((other) => other.seq < seq);
  return earlier.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
}

interface OpenVersionProps extends VersionViewProps {
  readonly version: Version;
  readonly versions: readonly Version[];
}

function OpenVersion(props: OpenVersionProps) {
  const { documentId, shown, onCompare, version, canEdit, seen, onBack, onRestore, onRestored, onReversed } =
    props;
  const { t } = useTranslation(['history', 'common']);
  const { language } = useLanguage();
  const [asking, setAsking] = useState(false);
  const when = formatExact(version.createdAt, language);
  const { prepare, restore, isRestoring } = useRestore({
    documentId,
    seen,
    onAnswer: () => setAsking(false),
    onRestored: (step) => {
      onRestored(step);
      onBack();
    },
    onReversed,
  });
  const ask = (): void => {
    prepare();
    setAsking(true);
  };
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div
        key={version.id}
        ref={takeFocus}
        tabIndex={-1}
        className="sticky top-[52px] z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-hover px-4 py-2 outline-none print:hidden"
      >
        <p className="min-w-0 flex-1 basis-60">
          {version.name === null ? null : (
            <strong translate="no" className="block break-words">
              {version.name}
            </strong>
          )}
          <span>{t('history:showing', { when })}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-pressed={shown.beforeId !== null}
            onClick={() => onCompare(shown.beforeId === null ? PREVIOUS : null)}
          >
            {t('history:showChanges')}
          </Button>
          {shown.beforeId === null ? null : <ComparedWith {...props} beforeId={shown.beforeId} />}
          {canEdit ? <NameVersion documentId={documentId} version={version} /> : null}
          <Button onClick={onBack}>{t('history:backToCurrent')}</Button>
          {canEdit ? (
            <Button look="primary" onClick={ask}>
              <RotateCcw size={16} aria-hidden="true" />
              <span>{t('history:restore')}</span>
            </Button>
          ) : null}
        </div>
      </div>
      <VersionText {...props} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('history:confirm.title')}
        text={t('history:confirm.text', { when })}
        confirmLabel={t('history:restore')}
        cancelLabel={t('common:cancel')}
        busy={isRestoring}
        onConfirm={() => {
          onRestore();
          restore(version.id);
        }}
      />
    </div>
  );
}

interface ComparedWithProps extends OpenVersionProps {
  readonly beforeId: string;
}

/** Which version to compare with. */
function ComparedWith({ version, versions, beforeId, onCompare }: ComparedWithProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const others = versions.filter(({ id }) => id !== version.id);
  return (
    <SelectField
      label={t('comparedWith')}
      hideLabel
      quiet
      className="max-w-56"
      value={beforeId}
      onChange={(event) => onCompare(event.currentTarget.value)}
      options={[
        { value: PREVIOUS, label: t('previousVersion') },
        ...others.map(({ id, name, createdAt }) => ({
          value: id,
          label: name ?? formatDateTime(createdAt, language),
        })),
      ]}
    />
  );
}

/** Moves the focus here after a version was selected in the list. */
function takeFocus(banner: HTMLElement | null): void {
  banner?.focus({ preventScroll: true });
}

function VersionText({ documentId, shown, version, versions, renderVersion }: OpenVersionProps) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const earlier = shown.beforeId === null ? null : findBefore(version, versions, shown.beforeId);
  const after = useQuery(versionStateQuery(documentId, version));
  const before = useQuery({
    ...versionStateQuery(documentId, earlier ?? version),
    enabled: earlier !== null,
  });
  // Before the first version there was nothing.
  const compared = earlier === null ? NOTHING : before.data;
  const query = after.data && earlier !== null ? before : after;
  if (after.data && shown.beforeId === null) return renderVersion(after.data, null);
  if (after.data && compared) {
    const key = [earlier, version].map((one) => `${one?.id} ${one?.seq}`).join('..');
    return <Fragment key={key}>{renderVersion(after.data, compared)}</Fragment>;
  }
  if (query.isPending) return <LoadingText />;
  return (
    <EmptyState
      alert
      icon={<CloudOff size={28} strokeWidth={1.5} aria-hidden="true" />}
      title={t('history:previewFailed')}
      text={t(`errors:${errorCodeOf(query.error)}`)}
      action={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common:retry')}
        </Button>
      }
    />
  );
}

const NOTHING: readonly Uint8Array[] = [];

function LoadingText() {
  const { t } = useTranslation('history');
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[47rem] flex-col gap-4 px-6 py-8">
      <span className="sr-only">{t('loadingPreview')}</span>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
