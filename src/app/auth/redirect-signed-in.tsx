import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PATHS, readNextPath, secondFactorPath } from '../data/paths.ts';
import { useSession } from './use-session.ts';

/** For sign-in and sign-up: redirects a signed-in user to `next`. */
export function RedirectSignedIn({ children }: { readonly children: ReactNode }) {
  const state = useSession();
  const { search } = useLocation();
  if (state.kind === 'signed-in') {
    if (state.needsCode) return <Navigate to={secondFactorPath(readNextPath(search))} replace />;
    return <Navigate to={state.recovering ? PATHS.resetPassword : readNextPath(search)} replace />;
  }
  return children;
}
