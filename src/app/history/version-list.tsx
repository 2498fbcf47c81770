import { clsx } from 'clsx';
import { useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '#contract/authorship/count-units.ts';
import type { Version } from '../data/versions.ts';
import { formatDay } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { groupByDay, type DayGroup } from './group-by-day.ts';
import type { RestoreDeed } from './join-restores.ts';
import { ROW_LOOK, VersionRow } from './version-row.tsx';

interface VersionListProps {
  readonly versions: readonly Version[];
  readonly amounts: ReadonlyMap<string, Amount>;
  readonly deeds: ReadonlyMap<string, RestoreDeed>;
  readonly selectedId: string | null;
  readonly onSelect: (version: Version | null) => void;
  readonly now: Date;
}

/** The current version, then versions by day, newest first. The arrow keys move between them. */
export function VersionList({ versions, amounts, deeds, selectedId, onSelect, now }: VersionListProps) {
  const { t } = useTranslation('history');
  const list = useRef<HTMLDivElement>(null);
  return (
    // The rows are the controls; their container only moves the focus between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className="flex flex-col gap-5" onKeyDown={(event) => moveFocus(event, list.current)}>
      <button
        type="button"
        aria-current={selectedId === null}
        className={clsx(ROW_LOOK, 'font-medium')}
        onClick={() => onSelect(null)}
      >
        {t('current')}
      </button>
      {groupByDay(versions).map((group) => (
        <Day
          key={group.day.toISOString()}
          group={group}
          amounts={amounts}
          deeds={deeds}
          selectedId={selectedId}
          onSelect={onSelect}
          now={now}
        />
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !list) return;
  const rows = [...list.querySelectorAll('button')];
  const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface DayProps extends Omit<VersionListProps, 'versions'> {
  readonly group: DayGroup<Version>;
}

function Day({ group, amounts, deeds, selectedId, onSelect, now }: DayProps) {
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
            <VersionRow
              version={version}
              amount={amounts.get(version.id)}
              deed={deeds.get(version.id)}
              selected={version.id === selectedId}
              onSelect={() => onSelect(version)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
