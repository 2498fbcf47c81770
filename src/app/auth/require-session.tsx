import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PATHS, signInPath } from '../data/paths.ts';
import { userOf, type SignedInUser } from '../data/session.ts';
import { useSession } from './use-session.ts';

interface RequireSessionProps {
  /** Shown for the moment in which nobody knows yet. */
  readonly waiting: ReactNode;
  readonly children: (user: SignedInUser) => ReactNode;
}

/** Lets signed-in people through; sends everybody else to sign in, and back here afterwards. */
export function RequireSession({ waiting, children }: RequireSessionProps) {
  const state = useSession();
  const { pathname, search, hash } = useLocation();
  if (state.kind === 'loading') return waiting;
  if (state.kind === 'signed-out') return <Navigate to={signInPath(pathname + search + hash)} replace />;
  if (state.recovering) return <Navigate to={PATHS.resetPassword} replace />;
  return children(userOf(state.session));
}
