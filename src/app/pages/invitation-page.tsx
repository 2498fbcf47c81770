import { useQuery } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { RequireSession } from '../auth/require-session.tsx';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useSession } from '../auth/use-session.ts';
import { useSignOut } from '../auth/use-sign-out.ts';
import { ApiError, errorCodeOf } from '../data/api-error.ts';
import { documentPath, PATHS } from '../data/paths.ts';
import type { SignedInUser } from '../data/session.ts';
import { acceptInvitation, invitationPreviewQuery, type InvitationPreview } from '../data/access.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AppFrame } from './app-frame.tsx';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts';
import { PageWaiting } from './page-waiting.tsx';
import { useInvitationTitle, VisitorInvitation } from './visitor-invitation.tsx';
import { usePage } from './use-page.ts';
import { TextSpan } from '../ui/text-span.tsx';

export function Component() {
  const { hash } = useLocation();
  const session = useSession();
  if (hash !== '') return <TakeToken token={hash.slice(1)} />;
  if (session.kind === 'signed-out') return <VisitorInvitation />;
  return (
    <RequireSession waiting={<PageWaiting />}>
      {(user) => (
        <AppFrame user={user}>
          <Invitation user={user} />
        </AppFrame>
      )}
    </RequireSession>
  );
}

/**
 * Moves the token out of the URL, where it is visible. It navigates through the router, before anything else: sign-in
 * would copy the router's URL into a query, which the server receives.
 */
function TakeToken({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    keepInvitation(token);
    void navigate(PATHS.invitation, { replace: true });
  }, [navigate, token]);
  return <PageWaiting />;
}

function Invitation({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation(['sharing', 'documents', 'common']);
  // Read once: it is deleted when used.
  const [token] = useState(keptInvitation);
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => open(token),
    // The token works once, so a refetch would fail.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failure = query.isError ? errorCodeOf(query.error) : null;
  const preview = useQuery({ ...invitationPreviewQuery(token), enabled: failure === 'forbidden' });
  const code = preview.isLoading ? null : failure;
  const { title, text, isOver } = useReason(code, user, preview.data ?? null);
  usePage(title);
  if (query.data !== undefined) return <Navigate to={documentPath(query.data)} replace />;
  if (code === null) {
    return (
      <output className="flex items-center gap-2 text-muted">
        <Spinner />
        <TextSpan>{title}</TextSpan>
      </output>
    );
  }
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<MailX size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={title}
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {!isOver && (
            <Button look="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('common:retry')}
            </Button>
          )}
          {code === 'forbidden' && <UseOtherAddress user={user} />}
          <Link
            to={PATHS.documents}
            className={buttonLook(isOver && code !== 'forbidden' ? 'primary' : 'plain')}
          >
            {t('documents:toList')}
          </Link>
        </div>
      }
    />
  );
}

/** The token is kept; signing in leads back here. */
function UseOtherAddress({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation('sharing');
  const signOut = useSignOut(user.id);
  return (
    <>
      <Button look="primary" busy={signOut.leaving} onClick={() => void signOut.leave()}>
        {t('invitation.useOther')}
      </Button>
      <SignOutDialog signOut={signOut} />
    </>
  );
}

/** Uses the token. An invalid one is deleted, so that the next user of this browser does not get it. */
async function open(token: string | null): Promise<string> {
  if (token === null) throw new ApiError({ code: 'not_found', status: 404 });
  try {
    const documentId = await acceptInvitation(token);
    forgetInvitation();
    return documentId;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'not_found' || code === 'gone') forgetInvitation();
    throw error;
  }
}

/** Title and text for a failure; without a code, the loading text. `isOver`: a retry cannot help. */
function useReason(
  code: ReturnType<typeof errorCodeOf> | null,
  user: SignedInUser,
  preview: InvitationPreview | null,
) {
  const { t } = useTranslation(['sharing', 'errors']);
  const invitation = useInvitationTitle(preview);
  if (code === null) return { title: t('sharing:invitation.opening'), text: '', isOver: false };
  if (code === 'not_found' || code === 'gone')
    return {
      title: t('sharing:invitation.over'),
      text: t('sharing:invitation.overText', { email: user.email }),
      isOver: true,
    };
  if (code === 'forbidden') {
    const other = t('sharing:invitation.otherText', { email: user.email });
    const isFor = preview && t('sharing:invitation.isFor', { email: preview.email });
    return {
      title: preview ? invitation : t('sharing:invitation.other'),
      text: isFor ? `${isFor} ${other}` : other,
      isOver: true,
    };
  }
  return { title: t('sharing:invitation.failed'), text: t(`errors:${code}`), isOver: false };
}
