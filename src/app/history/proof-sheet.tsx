import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanLine } from '#contract/clean-line.ts';
import type { WriterTally } from '#contract/proof/tally-writers.ts';
import { verifyCommand, type HistoryProof } from '../data/history-proof.ts';
import { formatExact, formatRecorded } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { downloadFile } from '../ui/download-file.ts';

interface ProofSheetProps {
  readonly proof: HistoryProof;
  readonly writers: readonly WriterTally[];
}

/** One page to read, print, or download as a file that others can verify. */
export function ProofSheet({ proof, writers }: ProofSheetProps) {
  const { t } = useTranslation(['proof', 'documents']);
  const { language } = useLanguage();
  const { claims, rows, signedAt, keyId, file } = proof;
  const title = cleanLine(claims.document.title) || t('documents:untitled');
  const when = (ms: number): string => formatRecorded(new Date(ms), language);
  const covered = t('proof:covered', {
    count: writers.reduce((sum, { rows: changes }) => sum + changes, 0),
    first: when(rows[0]?.atMs ?? signedAt.getTime()),
    last: when(rows.at(-1)?.atMs ?? signedAt.getTime()),
  });
  return (
    <div className="mt-6 flex flex-col gap-8">
      <p className="max-w-prose text-muted">{t('proof:about')}</p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <Fact name={t('proof:document')}>
          <strong translate="no" dir="auto">
            {title}
          </strong>
        </Fact>
        <Fact name={t('proof:signed')}>{formatExact(signedAt, language)}</Fact>
        <Fact name={t('proof:covers')}>
          <span>{covered}</span>
          <span className="block">
            {claims.from === 1 ? t('proof:fromStart') : t('proof:beginsLater', { from: claims.from })}
          </span>
        </Fact>
      </dl>
      <Writers writers={writers} />
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <Fact name={t('proof:fingerprint')}>
          <Exact>{claims.chain}</Exact>
        </Fact>
        <Fact name={t('proof:key')}>
          <Exact>{keyId}</Exact>
        </Fact>
        <Fact name={t('proof:how')}>
          <span className="block">{t('proof:steps')}</span>
          <Exact>{verifyCommand()}</Exact>
        </Fact>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          onClick={() => downloadFile({ name: title, extension: 'json', content: JSON.stringify(file) })}
        >
          <Download size={16} aria-hidden="true" />
          <span>{t('proof:download')}</span>
        </Button>
        <Button onClick={() => window.print()}>
          <Printer size={16} aria-hidden="true" />
          <span>{t('proof:print')}</span>
        </Button>
      </div>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 max-sm:mb-2">{children}</dd>
    </>
  );
}

const Exact = ({ children }: { readonly children: string }) => (
  <code translate="no" className="text-[13px]/5 break-all">
    {children}
  </code>
);

function Writers({ writers }: Pick<ProofSheetProps, 'writers'>) {
  const { t } = useTranslation('proof');
  const { language } = useLanguage();
  const when = (ms: number): string => formatRecorded(new Date(ms), language);
  const number = new Intl.NumberFormat(language);
  const { timeZone } = new Intl.DateTimeFormat(language).resolvedOptions();
  return (
    <section>
      <h2 className="mb-2 font-serif text-[22px]/7 font-semibold">{t('writers')}</h2>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="text-[13px] text-muted">
              {(['writer', 'characters', 'changes', 'first', 'last'] as const).map((column) => (
                <th key={column} scope="col" className="py-2 pr-4 font-normal">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {writers.map(({ name, characters, rows, firstMs, lastMs }) => (
              <tr key={firstMs + (name ?? '')} className="border-t border-line align-top">
                <th scope="row" className="py-2 pr-4 font-semibold">
                  {name === null ? (
                    t('formerMember')
                  ) : (
                    <span translate="no" dir="auto">
                      {name}
                    </span>
                  )}
                </th>
                <td className="py-2 pr-4 tabular-nums">
                  {characters === null ? '–' : number.format(characters)}
                </td>
                <td className="py-2 pr-4 tabular-nums">{number.format(rows)}</td>
                <td className="py-2 pr-4">{when(firstMs)}</td>
                <td className="py-2">{when(lastMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-[13px] text-muted">{t('times', { zone: timeZone })}</p>
    </section>
  );
}
