import { useId, type KeyboardEvent } from 'react';
import type { Amount } from '#contract/authorship/count-units.ts';
import type { Version } from '../data/versions.ts';
import { formatDay } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useDeedWords } from './deed-words.ts';
import { groupByDay, type DayGroup } from './group-by-day.ts';
import type { RestoreDeed } from './join-restores.ts';
import { useNameAuthors } from './use-name-authors.ts';
import { VersionRow } from './version-row.tsx';
import { momentOf, type VersionTime } from './version-times.ts';

interface VersionListProps {
  readonly versions: readonly Version[];
  readonly times: ReadonlyMap<string, VersionTime>;
  readonly amounts: ReadonlyMap<string, Amount>;
  readonly deeds: ReadonlyMap<string, RestoreDeed>;
  readonly selectedId: string | null;
  readonly onSelect: (version: Version) => void;
  readonly now: Date;
}

/** Versions by day, newest first. */
export function VersionList({ versions, ...row }: VersionListProps) {
  return (
    <div className="flex min-w-0 basis-full flex-col gap-4">
      {groupByDay(versions).map((group) => (
        <Day key={group.day.toISOString()} group={group} {...row} />
      ))}
    </div>
  );
}

/** `onKeyDown` of an element with rows: the arrow keys move between them. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-version-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = step === undefined || at === -1 ? undefined : rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface DayProps extends Omit<VersionListProps, 'versions'> {
  readonly group: DayGroup<Version>;
}

function Day({ group, ...row }: DayProps) {
  const { language } = useLanguage();
  const headingId = useId();
  return (
    <section>
      <h3 id={headingId} className="mb-1 px-3 text-[13px] font-medium text-muted">
        {formatDay(group.day, language, row.now)}
      </h3>
      <ul aria-labelledby={headingId} className="flex flex-col gap-0.5">
        {group.items.map((version) => (
          <li key={version.id}>
            <Row version={version} {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Omit<VersionListProps, 'versions'> {
  readonly version: Version;
}

function Row({ version, times, amounts, deeds, selectedId, onSelect, now }: RowProps) {
  const { language } = useLanguage();
  const words = useDeedWords();
  const author = useNameAuthors()(version);
  const deed = deeds.get(version.id);
  const momentIn = (restored: Version): string =>
    times.get(restored.id)?.moment ?? momentOf(restored, [], { language, now });
  return (
    <VersionRow
      version={version}
      time={times.get(version.id)?.time ?? ''}
      amount={amounts.get(version.id)}
      author={author}
      deed={deed && words(author, deed, momentIn)}
      selected={version.id === selectedId}
      onSelect={() => onSelect(version)}
    />
  );
}
