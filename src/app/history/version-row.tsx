import { useTranslation } from 'react-i18next';
import type { Amount } from '#contract/authorship/count-units.ts';
import type { Version } from '../data/versions.ts';
import { formatDateTime, formatExact, formatTime, formatTimeRange } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { RestoreDeed } from './join-restores.ts';

export const ROW_LOOK =
  'flex w-full flex-col justify-center rounded-control px-3 py-2 text-left hover:bg-hover relative aria-[current=true]:bg-hover before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-ink not-aria-[current=true]:before:hidden pointer-coarse:min-h-11';

interface VersionRowProps {
  readonly version: Version;
  /** How much it changed since the version before; undefined while that is unknown. */
  readonly amount: Amount | undefined;
  /** If a restore made it. */
  readonly deed: RestoreDeed | undefined;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** A version in the list: its name or kind, when, who, and how much changed. */
export function VersionRow({ version, amount, deed, selected, onSelect }: VersionRowProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const { name, kind, createdAt, startedAt } = version;
  const when = startedAt ? formatTimeRange(startedAt, createdAt, language) : formatTime(createdAt, language);
  // A stretch without a name is found by its time.
  const done = useDeed(deed);
  const title = name ?? done ?? (startedAt && kind === 'automatic' ? null : t(`kind.${kind}`));
  return (
    <button type="button" aria-current={selected} className={ROW_LOOK} onClick={onSelect}>
      <span className="flex w-full items-baseline gap-3">
        {title === null ? null : (
          <span
            translate={name === null ? 'yes' : 'no'}
            className="min-w-0 flex-1 font-medium text-balance break-words"
          >
            {title}
          </span>
        )}
        <time
          dateTime={createdAt.toISOString()}
          title={formatExact(createdAt, language)}
          className={title === null ? 'tabular flex-1 font-medium' : 'tabular text-[13px]'}
        >
          {when}
        </time>
        {title === null ? <ShownAmount amount={amount} /> : null}
      </span>
      <span className="flex w-full items-baseline gap-3 text-[13px] text-muted">
        <span className="min-w-0 flex-1">{t('by', { name: useAuthors(version) })}</span>
        {title === null ? null : <ShownAmount amount={amount} />}
      </span>
    </button>
  );
}

/** Null for a version that no restore made. */
function useDeed(deed: RestoreDeed | undefined): string | null {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  if (!deed) return null;
  if (deed.what !== 'version') return t(`deed.${deed.what}`);
  if (deed.version === null) return t('kind.restored');
  const { name, createdAt } = deed.version;
  return name === null
    ? t('deed.moment', { when: formatDateTime(createdAt, language) })
    : t('deed.version', { name });
}

/** Names of the authors of a stretch, or of the user who saved a version. */
function useAuthors({ kind, author, authors, startedAt }: Version): string {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  if (!startedAt) return author?.name ?? (kind === 'automatic' ? t('bySpolu') : t('formerMember'));
  const names = authors.map((person) => person.name ?? t('formerMember'));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(
    names.length > 0 ? names : [t('formerMember')],
  );
}

function ShownAmount({ amount }: Pick<VersionRowProps, 'amount'>) {
  const { t } = useTranslation('history');
  if (!amount) return null;
  const { typed, gone } = amount;
  if (typed + gone === 0)
    return <span className="text-[13px] font-normal text-muted">{t('onlyFormatting')}</span>;
  return (
    <span className="tabular text-[13px] font-normal text-muted">
      <span aria-hidden="true">{t('amount', { typed, gone })}</span>
      <span className="sr-only">{t('amountRead', { typed, gone })}</span>
    </span>
  );
}
