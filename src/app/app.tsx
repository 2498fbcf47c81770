import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter, RouterProvider } from 'react-router';
import type { startI18n } from './i18n/start-i18n.ts';
import { createQueryClient } from './data/query-client.ts';
import { getSessionState, subscribeSession } from './data/session.ts';
import { keepDraining } from './room/keep-draining.ts';
import { CrashPage } from './pages/crash-page.tsx';
import { routes } from './routes.ts';
import { Toaster } from './ui/toast.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

export function App({ i18n }: { readonly i18n: ReturnType<typeof startI18n> }) {
  const [router] = useState(() => createBrowserRouter(routes));
  const [client] = useState(createQueryClient);

  // Words that a closed tab left on this device, whatever page is opened first.
  useEffect(() => keepDraining(), []);

  // What one person saw is not for the next one at the same browser.
  useEffect(() => {
    let userId = currentUserId();
    return subscribeSession(() => {
      const next = currentUserId();
      if (userId !== null && next !== userId) client.clear();
      userId = next;
    });
  }, [client]);

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <ErrorBoundary FallbackComponent={CrashPage}>
            <RouterProvider router={router} />
          </ErrorBoundary>
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function currentUserId(): string | null {
  const state = getSessionState();
  return state.kind === 'signed-in' ? state.session.user.id : null;
}
