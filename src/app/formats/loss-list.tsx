import { useTranslation } from 'react-i18next';
import { LOSS_SEVERITIES, type Loss } from '#contract/formats/loss.ts';

/** Losses of a file, the gravest first. */
export function LossList({ losses }: { readonly losses: readonly Loss[] }) {
  const { t } = useTranslation('formats');
  return LOSS_SEVERITIES.toReversed().map((severity) => {
    const found = losses.filter((loss) => loss.severity === severity);
    if (found.length === 0) return null;
    return (
      <section key={severity} className="mt-3">
        <h3 className="font-semibold">{t(`severity.${severity}`)}</h3>
        <ul className="mt-1 list-disc pl-5">
          {found.map(({ kind, count, example }) => (
            <li key={kind}>
              <span>{t(`loss.${kind}`, { count })}</span>
              {example !== '' && (
                <span className="block break-words text-muted" dir="auto">
                  {t('lossExample', { example })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
