import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import type { startI18n } from './i18n/start-i18n.ts';
import { PATHS } from './data/paths.ts';
import { createQueryClient, fetchOnReturn } from './data/query-client.ts';
import { subscribeSession } from './data/session.ts';
import { signedInUserId } from './data/signed-in-user.ts';
import { fetchPage, Pages } from './routes.tsx';
import { loadLater, preloadParts } from './ui/load-later.tsx';
import { Toaster } from './ui/toast.tsx';
import { Tooltips } from './ui/tooltip.tsx';

const InBackground = loadLater(() => import('./in-background.ts').then((part) => part.InBackground));

const Timeline = import.meta.env.DEV
  ? loadLater(() => import('./dev/timeline.tsx').then((part) => part.Timeline))
  : null;

/** After the requests of the first page. */
const IDLE_AFTER_MS = 5000;
const SETTLED_EVERY_MS = 500;
/** Long enough for the page's own requests to go first: a browser has six connections. */
const SETTLED_CHECKS = 10;

export function App({ i18n }: { readonly i18n: ReturnType<typeof startI18n> }) {
  const [client] = useState(createQueryClient);
  const isSettled = useSettled(client);
  const [isNextHere, setNextHere] = useState(false);
  useEffect(() => {
    if (isSettled) void fetchNext(i18n).then(() => setNextHere(true));
  }, [isSettled, i18n]);
  useEffect(loadWhenIdle, []);
  useEffect(fetchOnReturn, []);

  // The next user of this browser must not see cached data of the previous one.
  useEffect(() => {
    let userId = signedInUserId();
    return subscribeSession(() => {
      const next = signedInUserId();
      if (userId !== null && next !== userId) client.clear();
      userId = next;
    });
  }, [client]);

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
        <Toaster />
        {isNextHere ? (
          <>
            <Tooltips />
            <InBackground />
          </>
        ) : null}
        {Timeline ? <Timeline /> : null}
      </QueryClientProvider>
    </I18nextProvider>
  );
}

/** Most people open a document from the list next, so its files come before what else is loaded. */
async function fetchNext(i18n: ReturnType<typeof startI18n>): Promise<void> {
  if (location.pathname !== PATHS.documents) return;
  await fetchPage(PATHS.document, (namespaces) => void i18n.loadNamespaces(namespaces));
}

/** Whether the first page's queries are done, or were given enough time. */
function useSettled(client: QueryClient): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let checks = 0;
    const timer = setInterval(() => {
      checks += 1;
      const asking = client.isFetching({ predicate: ({ meta }) => meta?.['isExtra'] !== true });
      if (asking > 0 && checks < SETTLED_CHECKS) return;
      clearInterval(timer);
      setSettled(true);
    }, SETTLED_EVERY_MS);
    return () => clearInterval(timer);
  }, [client]);
  return isSettled;
}

/** Preloads lazy parts, so that dialogs open when the network is down, unless the user asked the browser to save data. */
function loadWhenIdle(): (() => void) | undefined {
  if (savesData()) return;
  // Safari has no idle callback.
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void preloadParts());
    else void preloadParts();
  }, IDLE_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Chromium's `navigator.connection`, which is in no standard yet. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
