import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ConfirmButton } from '../auth/confirm-button.tsx';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useSession } from '../auth/use-session.ts';
import { useSignOut } from '../auth/use-sign-out.ts';
import type { Confirmed } from '../data/confirm-by-mail.ts';
import { isLinkOf, keptMailLink, readMailLink, withMailLink, type MailLink } from '../data/mail-link.ts';
import { PATHS } from '../data/paths.ts';
import { userOf, type SessionState, type SignedInUser } from '../data/session.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

/** Target of mail links: shows the action and the account, and runs the action when a button is clicked. */
export function Component() {
  const { hash, state } = useLocation();
  const session = useSession();
  if (hash !== '') return <TakeLink hash={hash} />;
  if (session.kind === 'loading') return <PageWaiting />;
  const link = keptMailLink(state);
  if (link === null) return <Incomplete />;
  return <Confirmation key={link.tokenHash} link={link} session={session} />;
}

/** Moves the token from the URL, where it is visible, into the router's state. */
function TakeLink({ hash }: { readonly hash: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(PATHS.confirm, { replace: true, state: withMailLink(readMailLink(hash)) });
  }, [navigate, hash]);
  return <PageWaiting />;
}

type End = 'half' | 'other' | 'spent';

interface ConfirmationProps {
  readonly link: MailLink;
  readonly session: SessionState;
}

function Confirmation({ link, session }: ConfirmationProps) {
  const [end, setEnd] = useState<End | null>(null);
  const user = session.kind === 'signed-in' ? userOf(session.session) : null;
  if (end === 'half') return <Half isIn={user !== null} />;
  if (end === 'spent') return <Spent link={link} user={user} />;
  if (user !== null && !isLinkOf(link, user.email)) return <SignedInAsOther link={link} user={user} />;
  return <Offer link={link} isForeign={end === 'other'} onEnd={setEnd} />;
}

interface OfferProps {
  readonly link: MailLink;
  readonly isForeign: boolean;
  readonly onEnd: (end: End) => void;
}

function Offer({ link, isForeign, onEnd }: OfferProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { email, newEmail } = link;
  const kind = link.type === 'email' ? 'magiclink' : link.type;
  const title = t(`confirm.${kind}.title`);
  usePage(title);
  const confirmed = (how: Confirmed): void => {
    if (how === 'signed-in') void navigate(link.next, { replace: true });
    else onEnd(how);
  };
  return (
    <AuthFrame title={title} text={t(`confirm.${kind}.text`, { email, newEmail })}>
      {isForeign ? (
        <Notice>{t('confirm.foreign', { email })}</Notice>
      ) : (
        <ConfirmButton
          link={link}
          label={t(`confirm.${kind}.submit`)}
          onConfirmed={confirmed}
          onSpent={() => onEnd('spent')}
        />
      )}
    </AuthFrame>
  );
}

/** The link stays valid until it is used, and unsaved changes keep the user signed in. */
function SignedInAsOther({ link, user }: { readonly link: MailLink; readonly user: SignedInUser }) {
  const { t } = useTranslation('account');
  const signOut = useSignOut(user.id, 'local', null);
  const title = t('confirm.otherTitle');
  const text = t('confirm.otherText', { email: link.email, current: user.email });
  usePage(title);
  return (
    <AuthFrame title={title} text={text}>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={signOut.leaving} onClick={() => void signOut.leave()}>
          {t('confirm.signOut')}
        </Button>
        <Link className={buttonLook('plain')} to={PATHS.documents}>
          {t('confirm.stay')}
        </Link>
      </div>
      <SignOutDialog signOut={signOut} />
    </AuthFrame>
  );
}

function Half({ isIn }: { readonly isIn: boolean }) {
  const { t } = useTranslation('account');
  return (
    <Ending
      title={t('confirm.halfTitle')}
      text={t('confirm.halfText')}
      to={isIn ? PATHS.account : PATHS.signIn}
      label={t('confirm.continue')}
    />
  );
}

const ASK_AGAIN: Readonly<Record<MailLink['type'], string>> = {
  signup: PATHS.signInByMail,
  invite: PATHS.signInByMail,
  magiclink: PATHS.signInByMail,
  email: PATHS.signInByMail,
  recovery: PATHS.forgotPassword,
  email_change: PATHS.account,
};

function Spent({ link, user }: { readonly link: MailLink; readonly user: SignedInUser | null }) {
  const { t } = useTranslation('account');
  const title = t('reset.invalidTitle');
  const isDone = user !== null && link.type !== 'recovery' && link.type !== 'email_change';
  if (isDone) {
    const text = t('confirm.spentSignedIn', { email: user.email });
    return <Ending title={title} text={text} to={link.next} label={t('confirm.continue')} />;
  }
  return (
    <Ending
      title={title}
      text={t('confirm.spentText')}
      to={ASK_AGAIN[link.type]}
      label={t('confirm.requestLink')}
    />
  );
}

function Incomplete() {
  const { t } = useTranslation('account');
  return (
    <Ending
      title={t('confirm.incompleteTitle')}
      text={t('confirm.incompleteText')}
      to={PATHS.signInByMail}
      label={t('confirm.requestLink')}
    />
  );
}

interface EndingProps {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly label: string;
}

/** A final state: what happened, and one next step. */
function Ending({ title, text, to, label }: EndingProps) {
  usePage(title);
  return (
    <AuthFrame title={title} text={<p role="alert">{text}</p>}>
      <Link className={buttonLook('primary')} to={to}>
        {label}
      </Link>
    </AuthFrame>
  );
}
