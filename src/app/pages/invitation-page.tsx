import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { RequireSession } from '../auth/require-session.tsx';
import { errorCodeOf } from '../data/api-error.ts';
import { documentPath, PATHS } from '../data/paths.ts';
import type { SignedInUser } from '../data/session.ts';
import { acceptInvitation } from '../data/sharing.ts';
import { buttonLook } from '../ui/button-look.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AppFrame } from './app-frame.tsx';
import { forgetInvitation, takeInvitation } from './kept-invitation.ts';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

export function Component() {
  // Before anything else: on the way to sign-in the address, and the token with it, would become a query.
  const [token] = useState(takeInvitation);
  return (
    <RequireSession waiting={<PageWaiting />}>
      {(user) => (
        <AppFrame user={user}>
          <Invitation user={user} token={token} />
        </AppFrame>
      )}
    </RequireSession>
  );
}

function Invitation({ user, token }: { readonly user: SignedInUser; readonly token: string }) {
  const { t } = useTranslation(['sharing', 'documents', 'errors']);
  usePage(t('sharing:invitation.opening'));
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => {
      const documentId = await acceptInvitation(token);
      forgetInvitation();
      return documentId;
    },
    // It works once, whoever looks at the page again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.data !== undefined) return <Navigate to={documentPath(query.data)} replace />;
  if (query.isPending) {
    return (
      <output className="flex items-center gap-2 text-muted">
        <Spinner />
        {t('sharing:invitation.opening')}
      </output>
    );
  }
  const code = errorCodeOf(query.error);
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<MailX size={32} strokeWidth={1.5} aria-hidden="true" />}
      {...reason(code)}
      action={
        <Link to={PATHS.documents} className={buttonLook('primary')}>
          {t('documents:toList')}
        </Link>
      }
    />
  );

  function reason(of: typeof code) {
    if (of === 'not_found' || of === 'gone')
      return { title: t('sharing:invitation.over'), text: t('sharing:invitation.overText') };
    if (of === 'forbidden')
      return {
        title: t('sharing:invitation.other'),
        text: t('sharing:invitation.otherText', { email: user.email }),
      };
    return { title: t('sharing:invitation.failed'), text: t(`errors:${of}`) };
  }
}
