import { useTranslation } from 'react-i18next';
import type { ProofKey } from '#contract/proof/proof-keys.ts';
import { formatUtc } from '../i18n/format-date.ts';
import { Exact, Note } from './proof-facts.tsx';

/** The keys of this server, each with the time in which it signed. */
export function Keys({ keys }: { readonly keys: readonly ProofKey[] }) {
  const { t } = useTranslation('proof');
  return (
    <section>
      <h2 className="mb-2 font-serif text-[22px]/7 font-semibold">{t('verify.keys')}</h2>
      <ul className="flex flex-col gap-2">
        {keys.map((key) => (
          <li key={key.id}>
            <Exact>{key.id}</Exact>
            <KeyTime keyOf={key} />
          </li>
        ))}
      </ul>
      <Note>{t('verify.keysHow')}</Note>
    </section>
  );
}

export function KeyTime({
  keyOf: { fromMs, untilMs },
}: {
  readonly keyOf: Pick<ProofKey, 'fromMs' | 'untilMs'>;
}) {
  const { t } = useTranslation('proof');
  if (fromMs === null && untilMs === null) return null;
  const from = fromMs === null ? '…' : formatUtc(fromMs);
  return (
    <span className="block text-[13px] text-muted">
      {untilMs === null
        ? t('verify.keySince', { from })
        : t('verify.keyBetween', { from, until: formatUtc(untilMs) })}
    </span>
  );
}
