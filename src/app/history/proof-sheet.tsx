import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Authorship } from '#contract/proof/authorship.ts';
import { proofFileOf, verifyCommand, type HistoryProof } from '../data/history-proof.ts';
import { PATHS } from '../data/paths.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { downloadFile } from '../ui/download-file.ts';
import { AuthoredText } from './authored-text.tsx';
import { PrintButton } from './print-button.tsx';
import { Exact, Fact, Facts, Foreign, Note } from './proof-facts.tsx';
import { ProvenFacts } from './proven-facts.tsx';
import { NoTimeStamp, TimeStampFact } from './time-stamp-fact.tsx';
import { shortId, WritersTable } from './writers-table.tsx';

interface ProofSheetProps {
  readonly proof: HistoryProof;
  readonly authorship: Authorship;
  /** For a new proof, if this one has no time stamp. */
  readonly retry: { readonly run: () => void; readonly isRunning: boolean };
}

/** One page to read, print, or download as a file that others can verify. */
export function ProofSheet({ proof, authorship, retry }: ProofSheetProps) {
  const { t } = useTranslation('proof');
  const { claims, signedAt, key, statement, timeStamp } = proof;
  const [has, setHas] = useState<'text' | 'hash'>('text');
  // Safe in a command: a title is not.
  const name = `${t('fileName')}-${shortId(claims.document.id)}`;
  const download = (): void =>
    downloadFile({
      name,
      extension: 'json',
      content: JSON.stringify(proofFileOf(proof, authorship, has)),
    });
  return (
    <div className="mt-6 flex flex-col gap-8">
      <p className="max-w-prose text-muted">{t('about')}</p>
      <ProvenFacts
        claims={claims}
        signedAtMs={signedAt.getTime()}
        signedWith={key}
        writers={authorship.writers}
        timeStamp={
          timeStamp ? (
            <TimeStampFact timeStamp={timeStamp} statement={statement} documentId={claims.document.id} />
          ) : (
            timeStamp === null && <NoTimeStamp {...retry} />
          )
        }
      />
      <WritersTable writers={authorship.writers} requestedBy={claims.requestedBy} />
      <AuthoredText {...authorship} />
      <Facts>
        <Fact name={t('how')}>
          <span className="block">{t('checkAt')}</span>
          <a
            className="underline decoration-edge underline-offset-3 hover:decoration-ink"
            href={PATHS.verify}
          >
            <Foreign>{new URL(PATHS.verify, location.href).href}</Foreign>
          </a>
          <Note>{t('steps')}</Note>
          <Exact>{verifyCommand(`${name}.json`)}</Exact>
        </Fact>
      </Facts>
      <div className="flex max-w-prose flex-col gap-3 print:hidden">
        <ChoiceGroup
          label={t('contains')}
          options={(['text', 'hash'] as const).map((value) => ({
            value,
            label: t(`contents.${value}`),
          }))}
          value={has}
          onChange={setHas}
        />
        <p className="text-[13px] text-muted">
          <span key={has}>{t(`contentsHow.${has}`)}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={download}>
            <Download size={16} aria-hidden="true" />
            <span>{t('download')}</span>
          </Button>
          <PrintButton />
        </div>
      </div>
    </div>
  );
}
