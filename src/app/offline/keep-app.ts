/** Registers the service worker, which keeps the app on the device, and notices when a newer build is kept. */
import { buildOf, KEPT_PAGE, PAGE_CACHE } from './kept-page.ts';

/** Long after the page's own requests: the download takes the line for a while. */
const REGISTER_AFTER_MS = 8000;
/** A tab that stays open looks for a new build so often, when it is shown. */
const LOOK_EVERY_MS = 30 * 60_000;

export const ownBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="spolu-build"]')?.content ?? '';

/** Over plain http except of this computer, browsers offer no worker. With Data Saver, nothing is downloaded ahead. */
const mayKeep = (): boolean =>
  import.meta.env.PROD &&
  import.meta.env['VITE_OFFLINE'] !== 'off' &&
  'serviceWorker' in navigator &&
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData !== true;

/** Keeps the app until the returned function is called. */
export function keepApp(onNewBuild: () => void): () => void {
  if (!mayKeep()) return () => undefined;
  const stop = new AbortController();
  const timer = setTimeout(() => {
    const start = (): void => void register(onNewBuild, stop.signal);
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(start);
    else start();
  }, REGISTER_AFTER_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

async function register(onNewBuild: () => void, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const registration = await navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    // Storage is blocked, or the line broke: the next page tries again.
    .catch(() => null);
  if (registration === null || signal.aborted) return;
  const look = async (): Promise<void> => {
    if ((await isNewBuildKept()) && !signal.aborted) onNewBuild();
  };
  const watch = ({ installing }: ServiceWorkerRegistration): void =>
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void look();
    });
  watch(registration);
  registration.addEventListener('updatefound', () => watch(registration), { signal });
  let lookedMs = Date.now();
  const onShown = (): void => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedMs < LOOK_EVERY_MS) return;
    lookedMs = Date.now();
    // Without a line there is nothing new.
    registration.update().catch(() => null);
  };
  document.addEventListener('visibilitychange', onShown, { signal });
  const timer = setInterval(onShown, LOOK_EVERY_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Whether a reload without a line would show another build than this page. */
async function isNewBuildKept(): Promise<boolean> {
  const page = await caches.match(KEPT_PAGE, { cacheName: PAGE_CACHE });
  const kept = page ? buildOf(await page.text()) : null;
  return kept !== null && kept !== ownBuild();
}
