import { useTranslation } from 'react-i18next';
import type { Fate } from '../data/account.ts';

/** Longer lists end with the number of the rest. */
const MAX_LISTED = 10;

/** Lists the documents that go with an account, and those that go to another member. */
export function DeletionPreview({ fates }: { readonly fates: readonly Fate[] }) {
  const { t } = useTranslation('account');
  const gone = fates.filter(({ heirName }) => heirName === null);
  const given = fates.filter(({ heirName }) => heirName !== null);
  const titleOf = ({ title }: Fate): string => title.trim() || t('remove.untitled');
  return (
    <div className="mt-5 flex flex-col gap-4">
      {gone.length > 0 && (
        <Listed
          heading={t('remove.gone', { count: gone.length })}
          lines={gone.map((fate) => titleOf(fate))}
        />
      )}
      {given.length > 0 && (
        <Listed
          heading={t('remove.given')}
          lines={given.map((fate) => t('remove.toHeir', { title: titleOf(fate), heir: fate.heirName ?? '' }))}
        />
      )}
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>{t('remove.contributions')}</li>
        <li>{t('remove.trash')}</li>
        <li>{t('remove.unsent')}</li>
      </ul>
    </div>
  );
}

function Listed({ heading, lines }: { readonly heading: string; readonly lines: readonly string[] }) {
  const { t } = useTranslation('account');
  const rest = lines.length - MAX_LISTED;
  return (
    <section>
      <h3 className="font-medium">{heading}</h3>
      <ul className="mt-1 list-disc pl-5 break-words">
        {lines.slice(0, MAX_LISTED).map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- titles may repeat, and the list is static
          <li key={place}>{line}</li>
        ))}
        {rest > 0 && <li>{t('remove.more', { count: rest })}</li>}
      </ul>
    </section>
  );
}
