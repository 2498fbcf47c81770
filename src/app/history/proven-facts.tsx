import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanLine } from '#contract/clean-line.ts';
import type { WriterTally } from '#contract/proof/authorship.ts';
import { listErased } from '#contract/proof/erased-rows.ts';
import type { AnyHistoryClaims } from '#contract/proof/proof-file.ts';
import type { ProofKey } from '#contract/proof/proof-keys.ts';
import { formatUtc } from '../i18n/format-date.ts';
import { KeyTime } from './key-list.tsx';
import { Exact, Fact, Facts, Foreign, Note } from './proof-facts.tsx';
import { shortId } from './writers-table.tsx';

interface ProvenFactsProps {
  readonly claims: AnyHistoryClaims;
  readonly signedAtMs: number;
  readonly signedWith: Pick<ProofKey, 'id' | 'fromMs' | 'untilMs'>;
  /** None for a file without the history. */
  readonly writers: readonly WriterTally[];
  /** Follows the time of the signature. */
  readonly timeStamp: ReactNode;
}

/** Text that the owner erased from the log: the proof verifies without it. */
function ErasedTexts({ claims: { erased = [], people } }: Pick<ProvenFactsProps, 'claims'>) {
  const { t } = useTranslation('proof');
  if (erased.length === 0) return null;
  const nameOf = (id: string | null): string => {
    const person = people.find((one) => one.id === id);
    return person ? cleanLine(person.name) : t('formerMember');
  };
  return (
    <Fact name={t('erased')}>
      {listErased(erased).map(({ by, atMs, characters }) => (
        <span key={`${by} ${atMs}`} className="block">
          {t('erasedBy', { count: characters, name: nameOf(by), when: formatUtc(atMs) })}
        </span>
      ))}
    </Fact>
  );
}

/** How many edits the record has, and from when. */
function Edits({ claims, writers }: Pick<ProvenFactsProps, 'claims' | 'writers'>) {
  const { t } = useTranslation('proof');
  return (
    <>
      <span>
        {t('covered', {
          count: writers.reduce((sum, { rows }) => sum + rows, 0),
          first: formatUtc(Math.min(...writers.map(({ firstMs }) => firstMs))),
          last: formatUtc(Math.max(...writers.map(({ lastMs }) => lastMs))),
        })}
      </span>
      <span className="block">
        {claims.from === 1 ? t('fromStart') : t('beginsLater', { from: claims.from })}
      </span>
    </>
  );
}

/** The facts that a proof states about a document. */
export function ProvenFacts({ claims, signedAtMs, signedWith, writers, timeStamp }: ProvenFactsProps) {
  const { t } = useTranslation(['proof', 'documents']);
  const { document, requestedBy, text } = claims;
  return (
    <Facts>
      <Fact name={t('proof:document')}>
        <strong>
          <Foreign>{cleanLine(document.title) || t('documents:untitled')}</Foreign>
        </strong>
        <span className="block text-[13px] text-muted">
          <Exact>{document.id}</Exact>
        </span>
      </Fact>
      <Fact name={t('proof:signed')}>
        <span>{formatUtc(signedAtMs)}</span>
      </Fact>
      {timeStamp}
      {requestedBy && (
        <Fact name={t('proof:requestedBy')}>
          <Foreign>{cleanLine([requestedBy.name, requestedBy.email].filter(Boolean).join(', '))}</Foreign>
          <span className="block text-[13px] text-muted">
            {t('proof:account', { id: shortId(requestedBy.id) })}
          </span>
        </Fact>
      )}
      <Fact name={t('proof:covers')}>
        {writers.length > 0 && <Edits claims={claims} writers={writers} />}
        <Note>{t('proof:noComments')}</Note>
      </Fact>
      <ErasedTexts claims={claims} />
      {text && (
        <Fact name={t('proof:textHash')}>
          <Exact>{text.sha256}</Exact>
          <Note>{t('proof:textHashHow')}</Note>
        </Fact>
      )}
      <Fact name={t('proof:fingerprint')}>
        <Exact>{claims.chain}</Exact>
      </Fact>
      <Fact name={t('proof:key')}>
        <Exact>{signedWith.id}</Exact>
        <KeyTime keyOf={signedWith} />
      </Fact>
    </Facts>
  );
}
