import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { RequireSession } from '../auth/require-session.tsx';
import { documentPath } from '../data/paths.ts';
import { readProvenSeq } from '../data/proof-path.ts';
import type { SignedInUser } from '../data/session.ts';
import { loadLater } from '../ui/load-later.tsx';
import { AppFrame } from './app-frame.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

/** Reads the log with Yjs, which pages without a document do not load. */
const ShownProof = loadLater(() => import('./shown-proof.tsx').then((part) => part.ShownProof));

export function Component() {
  return <RequireSession waiting={<PageWaiting />}>{(user) => <ProofPage user={user} />}</RequireSession>;
}

function ProofPage({ user }: { readonly user: SignedInUser }) {
  const { documentId = '' } = useParams();
  const [search] = useSearchParams();
  const { t } = useTranslation('proof');
  usePage(t('title'));
  return (
    <AppFrame user={user}>
      <Link to={documentPath(documentId)} className="text-accent underline print:hidden">
        {t('back')}
      </Link>
      <h1 tabIndex={-1} className="mt-4 font-serif text-[30px]/9 font-semibold tracking-[-0.01em]">
        {t('title')}
      </h1>
      <ShownProof documentId={documentId} until={readProvenSeq(search)} />
    </AppFrame>
  );
}
