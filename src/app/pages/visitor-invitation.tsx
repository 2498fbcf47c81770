import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { errorCodeOf } from '../data/api-error.ts';
import { PATHS, signInPath } from '../data/paths.ts';
import { invitationPreviewQuery, type InvitationPreview } from '../data/access.ts';
import { buttonLook } from '../ui/button-look.ts';
import { AuthFrame } from './auth-frame.tsx';
import { keptInvitation, withInvitedEmail } from './kept-invitation.ts';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

/** Inviter and document of an invitation, for signed-out users. */
export function VisitorInvitation() {
  const { t } = useTranslation('sharing');
  const [token] = useState(keptInvitation);
  const query = useQuery(invitationPreviewQuery(token));
  const invitation = useInvitationTitle(query.data ?? null);
  const isOver = token === null || (query.isError && errorCodeOf(query.error) === 'not_found');
  const title = isOver ? t('invitation.over') : invitation;
  usePage(title);
  if (isOver) {
    return (
      <AuthFrame title={title} text={t('invitation.overForVisitor')}>
        <Link to={SIGN_IN} className={buttonLook('primary')}>
          {t('invitation.signIn')}
        </Link>
      </AuthFrame>
    );
  }
  // The preview is optional: the invitation can be accepted without it.
  if (query.isError) return <Navigate to={SIGN_IN} replace />;
  if (query.data === undefined) return <PageWaiting />;
  const { email } = query.data;
  const state = withInvitedEmail(email);
  return (
    <AuthFrame title={title} text={t('invitation.isFor', { email })}>
      <div className="flex flex-wrap gap-2">
        <Link to={SIGN_UP} state={state} className={buttonLook('primary')}>
          {t('invitation.signUp')}
        </Link>
        <Link to={SIGN_IN} state={state} className={buttonLook('plain')}>
          {t('invitation.signIn')}
        </Link>
      </div>
    </AuthFrame>
  );
}

const SIGN_IN = signInPath(PATHS.invitation);
const SIGN_UP = { pathname: PATHS.signUp, search: SIGN_IN.slice(PATHS.signIn.length) };

const INVITED_TO = { editor: 'toEdit', commenter: 'toComment', viewer: 'toRead' } as const;

export function useInvitationTitle(preview: InvitationPreview | null): string {
  const { t } = useTranslation(['sharing', 'documents']);
  if (preview === null) return t('sharing:invitation.opening');
  const { inviter: name, role } = preview;
  const title = preview.title.trim() || t('documents:untitled');
  return t(`sharing:invitation.${INVITED_TO[role]}`, { name, title });
}
