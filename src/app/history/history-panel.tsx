import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BadgeInfo, CloudOff, History, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite, type Role } from '#contract/roles.ts';
import { errorCodeOf, mayRetry } from '../data/api-error.ts';
import { serverTimeAt } from '../data/session.ts';
import { versionsQuery, type Version } from '../data/versions.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ChooseDay } from './choose-day.tsx';
import { ChooseVersions } from './choose-versions.tsx';
import { DeletedVersions } from './deleted-versions.tsx';
import { joinRestores } from './join-restores.ts';
import { NameCurrent } from './name-version.tsx';
import { useAmounts } from './use-amounts.ts';
import { useFreshList } from './use-fresh-list.ts';
import { moveBetweenRows, VersionList } from './version-list.tsx';
import { ROW_LOOK } from './version-row.tsx';
import { versionTimes } from './version-times.ts';

interface HistoryPanelProps {
  readonly documentId: string;
  /** Owners and editors can save and restore; others can only view. */
  readonly role: Role;
  readonly flush: () => Promise<boolean>;
  /** Every local change is on the server. */
  readonly isSaved: boolean;
  /** The version shown instead of the text, or null for the current version. */
  readonly selectedId: string | null;
  readonly onSelect: (version: Version | null) => void;
  readonly onClose: () => void;
  /** Above the versions. */
  readonly tools?: ReactNode;
  /** Below the versions. */
  readonly children?: ReactNode;
}

/** Panel on the right. On a narrow screen it overlays the text and closes once a version is selected. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { documentId, role, flush, isSaved, selectedId, onSelect, onClose, tools, children } = props;
  const { t } = useTranslation('history');
  const headingId = useId();
  useFreshList(documentId, isSaved);
  return (
    <aside
      aria-labelledby={headingId}
      className={clsx(
        'history-panel flex-none flex-col gap-3 overflow-y-auto border-l border-line bg-paper p-4 print:hidden',
        'max-lg:appear fixed inset-y-0 right-0 z-30 w-full max-w-[22rem] shadow-high',
        'lg:sticky lg:top-[52px] lg:z-9 lg:h-[calc(100dvh-52px)] lg:shadow-none',
        // The last rows scroll clear of messages.
        'max-lg:in-[:root:has(.toasts>*)]:pb-24',
        selectedId === null ? 'flex' : 'hidden lg:flex',
      )}
    >
      <div className="flex items-center gap-1">
        <h2 id={headingId} className="pl-3 text-[17px]/6 font-semibold">
          {t('title')}
        </h2>
        <Thinning />
        <IconButton
          className="ml-auto"
          label={t('close')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      {/* The rows are the controls; their container only moves the focus between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="flex flex-col gap-3" onKeyDown={moveBetweenRows}>
        <div className="flex items-center gap-2">
          <button
            type="button"
            data-version-row=""
            aria-current={selectedId === null}
            className={clsx(ROW_LOOK, 'font-medium')}
            onClick={() => onSelect(null)}
          >
            {t('current')}
          </button>
          {mayWrite(role) ? <NameCurrent documentId={documentId} flush={flush} /> : null}
        </div>
        {tools ? <div>{tools}</div> : null}
        <Versions documentId={documentId} role={role} selectedId={selectedId} onSelect={onSelect} />
      </div>
      {mayWrite(role) ? <DeletedVersions documentId={documentId} /> : null}
      {children}
    </aside>
  );
}

/** Opens the rule by which versions are thinned. */
function Thinning() {
  const { t } = useTranslation('history');
  return (
    <Popover
      label={t('thinning.label')}
      className="w-72"
      renderTrigger={(button) => (
        <IconButton
          {...button}
          label={t('thinning.label')}
          icon={<BadgeInfo size={17} aria-hidden="true" />}
          className="text-muted"
        />
      )}
    >
      <p className="text-[13px]/5">{t('thinning.text')}</p>
    </Popover>
  );
}

type VersionsProps = Pick<HistoryPanelProps, 'documentId' | 'role' | 'selectedId' | 'onSelect'>;

function Versions({ documentId, role, selectedId, onSelect }: VersionsProps) {
  const { t } = useTranslation(['history', 'common', 'errors']);
  const { language } = useLanguage();
  const query = useQuery(versionsQuery(documentId));
  const amounts = useAmounts(documentId, query.data ?? [], mayWrite(role));
  if (query.isPending) return <VersionsSkeleton />;
  if (query.isError && !query.data) {
    const code = errorCodeOf(query.error);
    return (
      <EmptyState
        alert
        icon={<CloudOff size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={t('history:failed')}
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
  const times = versionTimes(rows, { language, now });
  return (
    <div className="flex flex-wrap gap-2 *:first:min-w-0 *:first:flex-1 [&>p]:basis-full">
      <ChooseVersions
        versions={rows}
        renderVersions={(chosen) => (
          <ChooseDay
            versions={chosen}
            renderVersions={(versions) => (
              <VersionList {...{ versions, times, amounts, deeds, selectedId, onSelect, now }} />
            )}
          />
        )}
      />
    </div>
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
