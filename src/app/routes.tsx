/** Maps paths to pages. Every page is loaded lazily. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { matchRoutes, useLocation, useRoutes, type NonIndexRouteObject } from 'react-router';
import { PANEL_NAMES, PATHS } from './data/paths.ts';
import { DOCUMENT_NAMESPACES } from './i18n/lazy-messages.ts';
import { CrashPage } from './pages/crash-page.tsx';
import { DocumentWaiting } from './pages/document/document-waiting.tsx';
import { PageWaiting } from './pages/page-waiting.tsx';

type Load = () => Promise<{ Component: ComponentType }>;

interface Page extends NonIndexRouteObject {
  readonly load: Load;
  /** Additional namespaces of texts. */
  readonly namespaces: readonly string[];
}

function page(path: string, load: Load, namespaces: readonly string[] = []): Page {
  const Shown = lazy(() => load().then(({ Component }) => ({ default: Component })));
  return { path, element: <Shown />, load, namespaces };
}

/** Shows a placeholder at once; otherwise the previous page stays until this one has loaded. */
const withShape = (shown: Page, shape: ReactNode): Page => ({
  ...shown,
  element: <Suspense fallback={shape}>{shown.element}</Suspense>,
});

const ACCOUNT = ['account'];

const PAGES: Page[] = [
  page(PATHS.home, () => import('./pages/home-page.tsx')),
  page(PATHS.signIn, () => import('./pages/sign-in-page.tsx')),
  page(PATHS.signInByMail, () => import('./pages/sign-in-by-mail-page.tsx'), ACCOUNT),
  page(PATHS.secondFactor, () => import('./pages/second-factor-page.tsx'), ACCOUNT),
  page(PATHS.signUp, () => import('./pages/sign-up-page.tsx'), ACCOUNT),
  page(PATHS.forgotPassword, () => import('./pages/forgot-password-page.tsx'), ACCOUNT),
  page(PATHS.resetPassword, () => import('./pages/reset-password-page.tsx'), ACCOUNT),
  page(PATHS.confirm, () => import('./pages/confirm-page.tsx'), ACCOUNT),
  page(PATHS.documents, () => import('./pages/documents-page.tsx'), ['documentList']),
  page(PATHS.account, () => import('./pages/account-page.tsx'), ACCOUNT),
  page(PATHS.notifications, () => import('./pages/notifications-page.tsx'), ['notifications']),
  page(PATHS.invitation, () => import('./pages/invitation-page.tsx'), ['sharing']),
  page(PATHS.unsubscribe, () => import('./pages/unsubscribe-page.tsx'), ACCOUNT),
  {
    ...withShape(
      page(PATHS.document, () => import('./pages/document/document-page.tsx'), DOCUMENT_NAMESPACES),
      <DocumentWaiting />,
    ),
    // Nested, so that opening a panel does not unmount the page and close the room.
    children: PANEL_NAMES.map((path) => ({ path, element: null })),
  },
  page(PATHS.proof, () => import('./pages/proof-page.tsx'), ['proof']),
  page(PATHS.verify, () => import('./pages/verify-page.tsx'), ['proof']),
  // The build replaces the condition by `false`, and leaves these pages out.
  ...(import.meta.env.DEV
    ? [
        page('/dev/ui', () => import('./dev/ui-page.tsx')),
        page('/dev/mails', () => import('./dev/mails-page.tsx')),
      ]
    : []),
  page('*', () => import('./pages/not-found-page.tsx')),
];

/**
 * Preloads the code and texts of a path in parallel with the texts of every page. One after the other they would take
 * three round trips. Resolves when the code is there or has failed for now.
 */
export async function fetchPage(
  pathname: string,
  loadTexts: (namespaces: readonly string[]) => void,
): Promise<void> {
  const shown = matchRoutes(PAGES, pathname)?.[0]?.route;
  if (shown && shown.namespaces.length > 0) loadTexts(shown.namespaces);
  // Rendering the page retries and reports a failure.
  await shown?.load().catch(() => null);
}

export function Pages() {
  const { pathname } = useLocation();
  const shown = useRoutes(PAGES);
  return (
    <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
      <Suspense fallback={<PageWaiting />}>{shown}</Suspense>
    </ErrorBoundary>
  );
}
