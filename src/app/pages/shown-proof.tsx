import { useQuery } from '@tanstack/react-query';
import { FileX, KeyRound, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readAuthorship } from '#contract/proof/authorship.ts';
import { errorCodeOf, mayRetry } from '../data/api-error.ts';
import { proveHistory } from '../data/history-proof.ts';
import { runInSlices } from '../data/run-in-slices.ts';
import { ProofSheet } from '../history/proof-sheet.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface ShownProofProps {
  readonly documentId: string;
  /** A row of the log, or null for all of it. */
  readonly until: number | null;
}

export function ShownProof({ documentId, until }: ShownProofProps) {
  const { t } = useTranslation(['proof', 'common', 'errors']);
  const query = useQuery({
    queryKey: ['proof', documentId, until],
    queryFn: async ({ signal }) => {
      const proof = await proveHistory(documentId, until, signal);
      return (
        proof && {
          proof,
          authorship: await runInSlices(readAuthorship(proof.claims, proof.rows), signal),
        }
      );
    },
    // The state of a moment: it must not change under a reader.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.data)
    return (
      <ProofSheet {...query.data} retry={{ run: () => void query.refetch(), isRunning: query.isFetching }} />
    );
  if (query.data === null)
    return (
      <EmptyState
        icon={<KeyRound size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={t('proof:noKey.title')}
        text={t('proof:noKey.text')}
      />
    );
  const code = query.isError ? errorCodeOf(query.error) : null;
  if (code === 'forbidden')
    return (
      <EmptyState
        alert
        icon={<Lock size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={t('proof:notYours.title')}
        text={t('proof:notYours.text')}
      />
    );
  if (code !== null)
    return (
      <EmptyState
        alert
        icon={<FileX size={28} strokeWidth={1.5} aria-hidden="true" />}
        title={t('proof:failed')}
        text={t(`errors:${code}`)}
        action={
          mayRetry(code) ? (
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('common:retry')}
            </Button>
          ) : null
        }
      />
    );
  return (
    <output className="mt-8 flex items-center gap-2 text-muted">
      <Spinner />
      <span>{t('proof:loading')}</span>
    </output>
  );
}
