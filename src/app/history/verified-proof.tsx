import { BadgeCheck, BadgeX, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanLine } from '#contract/clean-line.ts';
import type { Trusted } from '#contract/proof/verify-with-trust.ts';
import type { Verified } from '../data/verify-file.ts';
import { formatUtc } from '../i18n/format-date.ts';
import { AuthoredText } from './authored-text.tsx';
import { CompareText } from './compare-text.tsx';
import { PrintButton } from './print-button.tsx';
import { Exact, Foreign, Note } from './proof-facts.tsx';
import { ProvenFacts } from './proven-facts.tsx';
import { TimeStampFact } from './time-stamp-fact.tsx';
import { WritersTable } from './writers-table.tsx';

interface VerifiedProofProps {
  readonly verified: Verified;
  readonly atMs: number;
  readonly source: 'server' | 'fingerprint' | 'file' | 'none';
  readonly fileName: string;
}

export function VerifiedProof({ verified, source, ...file }: VerifiedProofProps) {
  const { t } = useTranslation('proof');
  if (verified === 'failed')
    return (
      <Refused title={t('verify.notChecked')} {...file}>
        {t('verify.reasons.failed')}
      </Refused>
    );
  if (!verified.ok) {
    const { reason } = verified;
    const seq = 'seq' in verified ? verified.seq : undefined;
    return (
      <Refused title={t(`verify.${TITLES.get(reason) ?? 'notGenuine'}`)} {...file}>
        <span>
          {seq !== undefined && reason === 'missing_row'
            ? t('verify.missingRow', { seq })
            : t(`verify.reasons.${reason}`)}
        </span>
        {'keyId' in verified && verified.keyId !== undefined && (
          <span className="mt-2 block">
            <span className="block">{t('verify.itsKey')}</span>
            <Exact>{cleanLine(verified.keyId)}</Exact>
          </span>
        )}
      </Refused>
    );
  }
  return <Genuine proof={verified} source={source} {...file} />;
}

/** Of files that nobody has to have changed. */
const TITLES: ReadonlyMap<string, 'noProof' | 'notChecked'> = new Map([
  ['not_a_proof', 'noProof'],
  ['newer_version', 'notChecked'],
  ['unknown_statement', 'notChecked'],
  ['no_key', 'notChecked'],
]);

type Proven = Extract<Trusted, { ok: true }>;

function Genuine({
  proof,
  source,
  ...file
}: Omit<VerifiedProofProps, 'verified'> & { readonly proof: Proven }) {
  const { t } = useTranslation('proof');
  const { claims, signedAtMs, key, writers, text, hasLog, isKeyKnown, statement, timeStamp } = proof;
  return (
    <div className="flex flex-col gap-8">
      <Verdict
        look={isKeyKnown ? 'border-ink/60' : 'border-amber/60 bg-amber/6'}
        icon={
          isKeyKnown ? <BadgeCheck size={28} aria-hidden="true" /> : <KeyRound size={28} aria-hidden="true" />
        }
        title={isKeyKnown ? t('verify.genuine') : t('verify.unknownKey')}
        {...file}
      >
        <span>{t(`verify.because.${source}`)}</span>
        {timeStamp && <span className="block">{t('verify.timeStampUnchecked')}</span>}
      </Verdict>
      <ProvenFacts
        claims={claims}
        signedAtMs={signedAtMs}
        signedWith={key}
        writers={writers}
        timeStamp={
          timeStamp && (
            <TimeStampFact timeStamp={timeStamp} statement={statement} documentId={claims.document.id} />
          )
        }
      />
      {hasLog ? (
        <>
          <WritersTable writers={writers} requestedBy={claims.requestedBy} />
          <AuthoredText writers={writers} text={text} />
        </>
      ) : (
        <People people={claims.people} />
      )}
      {claims.text && <CompareText wanted={claims.text.sha256} />}
      <div className="print:hidden">
        <PrintButton />
      </div>
    </div>
  );
}

/** Of a file without the history. */
function People({ people }: Pick<Proven['claims'], 'people'>) {
  const { t } = useTranslation('proof');
  return (
    <section>
      <h2 className="mb-2 font-serif text-[22px]/7 font-semibold">{t('verify.tookPart')}</h2>
      <ul>
        {people.map(({ id, name }) => (
          <li key={id}>
            <Foreign>{cleanLine(name)}</Foreign>
            <span className="ms-1.5 text-[13px] text-muted">{t('account', { id: id.slice(0, 8) })}</span>
          </li>
        ))}
      </ul>
      <Note>{t('verify.withoutText')}</Note>
    </section>
  );
}

const Refused = (verdict: Omit<VerdictProps, 'look' | 'icon'>) => (
  <Verdict
    look="border-danger/60 bg-danger/6"
    icon={<BadgeX size={28} className="text-danger" aria-hidden="true" />}
    {...verdict}
  />
);

type CheckedFile = Pick<VerifiedProofProps, 'fileName' | 'atMs'>;

interface VerdictProps extends CheckedFile {
  readonly look: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function Verdict({ look, icon, title, fileName, atMs, children }: VerdictProps) {
  const { t } = useTranslation('proof');
  return (
    <section className={`flex gap-3 rounded-card border px-4 py-4 ${look}`}>
      {icon}
      <div className="min-w-0">
        <h2 className="font-serif text-[22px]/7 font-semibold">
          <span key={title}>{title}</span>
        </h2>
        <p className="text-[13px] text-muted">
          <Foreign>{fileName}</Foreign>
        </p>
        <div className="mt-2 max-w-prose text-[15px]/6">{children}</div>
        <p className="mt-2 text-[13px] text-muted">
          {t('verify.checkedAt', { address: location.origin + location.pathname, time: formatUtc(atMs) })}
        </p>
      </div>
    </section>
  );
}
