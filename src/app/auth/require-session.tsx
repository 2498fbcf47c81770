import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PATHS, secondFactorPath, signInPath } from '../data/paths.ts';
import { userOf, type SignedInUser } from '../data/session.ts';
import { loadLater } from '../ui/load-later.tsx';
import { useSession } from './use-session.ts';

const SignInAgain = loadLater(() => import('./sign-in-again.tsx').then((part) => part.SignInAgain));

interface RequireSessionProps {
  /** Shown until the session is loaded. */
  readonly waiting: ReactNode;
  /** The page has unsaved changes: when the session ends it stays, under a dialog to sign in again. */
  readonly holding?: boolean;
  readonly children: (user: SignedInUser) => ReactNode;
}

/** Renders its children for signed-in users; redirects others to sign-in and back afterwards. */
export function RequireSession({ waiting, holding = false, children }: RequireSessionProps) {
  const state = useSession();
  const { pathname, search, hash } = useLocation();
  if (state.kind === 'loading') return waiting;
  if (state.kind === 'signed-in') {
    if (state.needsCode && !holding) {
      return <Navigate to={secondFactorPath(pathname + search + hash)} replace />;
    }
    if (state.recovering) return <Navigate to={PATHS.resetPassword} replace />;
    return (
      <Held user={userOf(state.session)} isOver={state.needsCode}>
        {children}
      </Held>
    );
  }
  if (holding && state.last !== null) {
    return (
      <Held user={state.last} isOver>
        {children}
      </Held>
    );
  }
  return <Navigate to={signInPath(pathname + search + hash)} replace />;
}

interface HeldProps {
  readonly user: SignedInUser;
  /** The session has ended. */
  readonly isOver?: boolean;
  readonly children: (user: SignedInUser) => ReactNode;
}

/** One element for both cases, keyed by user, so that a restored session does not remount the page. */
function Held({ user, isOver = false, children }: HeldProps) {
  return (
    <Fragment key={user.id}>
      {children(user)}
      {isOver && <SignInAgain email={user.email} />}
    </Fragment>
  );
}
