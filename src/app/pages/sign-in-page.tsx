import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { RedirectSignedIn } from '../auth/redirect-signed-in.tsx';
import { SignInForm } from '../auth/sign-in-form.tsx';
import { PATHS, readLinkFailure } from '../data/paths.ts';
import { loadLater } from '../ui/load-later.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { readInvitedEmail } from './kept-invitation.ts';
import { LINK_LOOK } from './link-look.ts';
import { usePage } from './use-page.ts';

const LockedNote = loadLater(() => import('../auth/locked-note.tsx').then((part) => part.LockedNote));

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const { search, hash } = useLocation();
  const state: unknown = useLocation().state;
  const linkFailure = readLinkFailure(hash);
  usePage(t('signIn.title'));
  return (
    <RedirectSignedIn>
      <AuthFrame
        title={t('signIn.title')}
        text={t(search.includes('next=') ? 'signIn.returning' : 'about')}
        footer={
          <div className="flex flex-col gap-2 pointer-coarse:gap-0">
            <p>
              <Link className={LINK_LOOK} to={{ pathname: PATHS.signInByMail, search }} state={state}>
                {t('signIn.byMail')}
              </Link>
            </p>
            <p>
              <Link className={LINK_LOOK} to={PATHS.forgotPassword}>
                {t('signIn.forgot')}
              </Link>
            </p>
            <p>
              <span>{`${t('signIn.noAccount')} `}</span>
              <Link className={LINK_LOOK} to={{ pathname: PATHS.signUp, search }} state={state}>
                {t('signIn.toSignUp')}
              </Link>
            </p>
            <p>
              <Link className={LINK_LOOK} to={PATHS.verify}>
                {t('common:checkProof')}
              </Link>
            </p>
          </div>
        }
      >
        {linkFailure && (
          <div className="mb-5">
            <Notice>{t(`failure.${linkFailure}`)}</Notice>
          </div>
        )}
        <Suspense fallback={null}>
          <LockedNote />
        </Suspense>
        <SignInForm email={readInvitedEmail(state)} />
      </AuthFrame>
    </RedirectSignedIn>
  );
}
