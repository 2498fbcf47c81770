import { useTranslation } from 'react-i18next';
import type { Amount } from '#contract/authorship/count-units.ts';
import type { Version } from '../data/versions.ts';
import { formatExact } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';

export const ROW_LOOK =
  'flex w-full flex-col justify-center rounded-control px-3 py-2 text-left hover:bg-hover relative aria-[current=true]:bg-hover before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-ink not-aria-[current=true]:before:hidden pointer-coarse:min-h-11';

interface VersionRowProps {
  readonly version: Version;
  readonly time: string;
  readonly author: string;
  /** How much it changed since the version before; undefined while that is unknown. */
  readonly amount: Amount | undefined;
  /** If a restore made it: a sentence about that and its author. */
  readonly deed: string | undefined;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** A version in the list: its name or kind, when, who, and how much changed. */
export function VersionRow({ version, time, author, amount, deed, selected, onSelect }: VersionRowProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const { name, kind, createdAt, startedAt } = version;
  // A stretch without a name is found by its time.
  const title = name ?? deed ?? (startedAt && kind === 'automatic' ? null : t(`kind.${kind}`));
  const isDeed = title === deed;
  return (
    <button type="button" data-version-row="" aria-current={selected} className={ROW_LOOK} onClick={onSelect}>
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
          {time}
        </time>
        {title === null ? <ShownAmount amount={amount} /> : null}
      </span>
      <span className="flex w-full items-baseline gap-3 text-[13px] text-muted">
        {isDeed ? null : <span className="min-w-0 flex-1">{t('by', { name: author })}</span>}
        {title === null ? null : <ShownAmount amount={amount} />}
      </span>
    </button>
  );
}

function ShownAmount({ amount }: Pick<VersionRowProps, 'amount'>) {
  const { t } = useTranslation('history');
  if (!amount) return null;
  const { typed, gone } = amount;
  if (typed + gone === 0)
    return <span className="ml-auto text-[13px] font-normal text-muted">{t('onlyFormatting')}</span>;
  return (
    <span className="tabular ml-auto text-[13px] font-normal text-muted">
      <span aria-hidden="true">{t('amount', { typed, gone })}</span>
      <span className="sr-only">{t('amountRead', { typed, gone })}</span>
    </span>
  );
}
