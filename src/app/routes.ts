/** What is shown at each address. Every page is loaded when it is first needed. */
import type { RouteObject } from 'react-router';
import { PATHS } from './data/paths.ts';
import { CrashPage } from './pages/crash-page.tsx';
import { PageWaiting } from './pages/page-waiting.tsx';

export const routes: RouteObject[] = [
  {
    ErrorBoundary: CrashPage,
    HydrateFallback: PageWaiting,
    children: [
      { path: PATHS.home, lazy: () => import('./pages/home-page.tsx') },
      { path: PATHS.signIn, lazy: () => import('./pages/sign-in-page.tsx') },
      { path: PATHS.signUp, lazy: () => import('./pages/sign-up-page.tsx') },
      { path: PATHS.forgotPassword, lazy: () => import('./pages/forgot-password-page.tsx') },
      { path: PATHS.resetPassword, lazy: () => import('./pages/reset-password-page.tsx') },
      { path: PATHS.documents, lazy: () => import('./pages/documents-page.tsx') },
      { path: PATHS.account, lazy: () => import('./pages/account-page.tsx') },
      {
        path: PATHS.document,
        lazy: () => import('./pages/document-page.tsx'),
        // One page: opening the history must not close the room.
        children: [{ path: PATHS.history, Component: null }],
      },
      { path: '*', lazy: () => import('./pages/not-found-page.tsx') },
    ],
  },
];
