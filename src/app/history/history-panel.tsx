import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CloudOff, History, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite, type Role } from '#contract/roles.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { serverTimeAt } from '../data/session.ts';
import { versionsQuery, type Version } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChooseDay } from './choose-day.tsx';
import { ChooseVersions } from './choose-versions.tsx';
import { DeletedVersions } from './deleted-versions.tsx';
import { ReadersHistory } from './readers-history.tsx';
import { joinRestores } from './join-restores.ts';
import { useAmounts } from './use-amounts.ts';
import { SaveVersionForm } from './save-version-form.tsx';
import { VersionList } from './version-list.tsx';

interface HistoryPanelProps {
  readonly documentId: string;
  /** Owners and editors can save and restore; others can only view. */
  readonly role: Role;
  readonly flush: () => Promise<boolean>;
  /** The version shown instead of the text, or null for the current version. */
  readonly selectedId: string | null;
  readonly onSelect: (version: Version | null) => void;
  readonly onClose: () => void;
}

/** Panel on the right. On a narrow screen it overlays the text and closes once a version is selected. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { documentId, role, flush, selectedId, onSelect, onClose } = props;
  const { t } = useTranslation('history');
  const headingId = useId();
  return (
    <aside
      aria-labelledby={headingId}
      className={clsx(
        'history-panel flex-none flex-col gap-5 overflow-y-auto border-l border-line bg-paper p-4 print:hidden',
        'max-lg:appear fixed inset-y-0 right-0 z-30 w-full max-w-[22rem] shadow-high',
        'lg:sticky lg:top-[52px] lg:z-9 lg:h-[calc(100dvh-52px)] lg:shadow-none',
        selectedId === null ? 'flex' : 'hidden lg:flex',
      )}
    >
      <div className="flex items-center justify-between">
        <h2 id={headingId} className="text-[17px]/6 font-semibold">
          {t('title')}
        </h2>
        <IconButton label={t('close')} icon={<X size={18} aria-hidden="true" />} onClick={onClose} />
      </div>
      {mayWrite(role) ? <SaveVersionForm documentId={documentId} flush={flush} /> : null}
      <Versions documentId={documentId} role={role} selectedId={selectedId} onSelect={onSelect} />
      {mayWrite(role) ? <DeletedVersions documentId={documentId} /> : null}
      {role === 'owner' ? <ReadersHistory documentId={documentId} /> : null}
    </aside>
  );
}

type VersionsProps = Pick<HistoryPanelProps, 'documentId' | 'role' | 'selectedId' | 'onSelect'>;

function Versions({ documentId, role, selectedId, onSelect }: VersionsProps) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const query = useQuery(versionsQuery(documentId));
  const amounts = useAmounts(documentId, query.data ?? [], mayWrite(role));
  if (query.isPending) return <VersionsSkeleton />;
  if (query.isError && !query.data) {
    return (
      <EmptyState
        alert
        icon={<CloudOff size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={t('history:failed')}
        text={t(`errors:${errorCodeOf(query.error)}`)}
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  }
  if (query.data.length === 0) {
    const empty = mayWrite(role) ? 'empty' : 'emptyToReaders';
    return (
      <EmptyState
        icon={<History size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={t(`history:${empty}.title`)}
        text={t(`history:${empty}.text`)}
      />
    );
  }
  const now = serverTimeAt(query.dataUpdatedAt);
  const { versions: rows, deeds } = joinRestores(query.data);
  return (
    <>
      <ChooseVersions
        versions={rows}
        renderVersions={(chosen) => (
          <ChooseDay
            versions={chosen}
            renderVersions={(versions) => (
              <VersionList {...{ versions, amounts, deeds, selectedId, onSelect, now }} />
            )}
          />
        )}
      />
      <p className="px-3 text-[13px] text-muted">{t('history:thinning')}</p>
    </>
  );
}

function VersionsSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy="true" className="flex flex-col gap-4 px-3">
      <span className="sr-only">{t('loading')}</span>
      {[1, 2, 3].map((row) => (
        <span key={row} className="flex flex-col gap-1.5">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-3 w-1/3" />
        </span>
      ))}
    </div>
  );
}
