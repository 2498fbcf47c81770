import { clsx } from 'clsx';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '../data/versions.ts';
import { formatDay, formatExact, formatTime } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { groupByDay, type DayGroup } from './group-by-day.ts';

interface VersionListProps {
  readonly versions: readonly Version[];
  readonly selectedId: string | null;
  readonly onSelect: (version: Version | null) => void;
  readonly now: Date;
}

const ITEM_LOOK =
  'flex w-full flex-col justify-center rounded-control px-3 py-2 text-left hover:bg-hover relative aria-[current=true]:bg-hover before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-ink not-aria-[current=true]:before:hidden pointer-coarse:min-h-11';

/** The current version, then versions by day, newest first. */
export function VersionList({ versions, selectedId, onSelect, now }: VersionListProps) {
  const { t } = useTranslation('history');
  return (
    <div className="flex flex-col gap-5">
      <button
        type="button"
        aria-current={selectedId === null}
        className={clsx(ITEM_LOOK, 'font-medium')}
        onClick={() => onSelect(null)}
      >
        {t('current')}
      </button>
      {groupByDay(versions).map((group) => (
        <Day
          key={group.day.toISOString()}
          group={group}
          selectedId={selectedId}
          onSelect={onSelect}
          now={now}
        />
      ))}
    </div>
  );
}

interface DayProps extends Omit<VersionListProps, 'versions'> {
  readonly group: DayGroup<Version>;
}

function Day({ group, selectedId, onSelect, now }: DayProps) {
  const { language } = useLanguage();
  const headingId = useId();
  return (
    <section>
      <h3 id={headingId} className="mb-1 px-3 text-[13px] font-medium text-muted">
        {formatDay(group.day, language, now)}
      </h3>
      <ul aria-labelledby={headingId} className="flex flex-col gap-0.5">
        {group.items.map((version) => (
          <li key={version.id}>
            <VersionButton
              version={version}
              selected={version.id === selectedId}
              onSelect={() => onSelect(version)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VersionButtonProps {
  readonly version: Version;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function VersionButton({ version, selected, onSelect }: VersionButtonProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const who = version.author?.name ?? (version.kind === 'automatic' ? t('bySpolu') : t('formerMember'));
  return (
    <button type="button" aria-current={selected} className={ITEM_LOOK} onClick={onSelect}>
      <span className="flex w-full items-baseline gap-3">
        <span
          translate={version.name === null ? 'yes' : 'no'}
          className="min-w-0 flex-1 font-medium text-balance break-words"
        >
          {version.name ?? t(`kind.${version.kind}`)}
        </span>
        <time
          dateTime={version.createdAt.toISOString()}
          title={formatExact(version.createdAt, language)}
          className="tabular text-[13px]"
        >
          {formatTime(version.createdAt, language)}
        </time>
      </span>
      <span className="text-[13px] text-muted">{t('by', { name: who })}</span>
    </button>
  );
}
