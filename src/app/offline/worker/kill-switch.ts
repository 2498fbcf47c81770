/**
 * Published as `sw.js` in place of the worker when that one does harm: removes what it kept and itself, under all open tabs
 * (docs/operations.md).
 */
import { BUILD_CACHE, PAGE_CACHE } from '../kept-page.ts';

interface Scope {
  readonly caches: CacheStorage;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(
    name: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}

const scope = globalThis as unknown as Scope;

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  for (const name of await scope.caches.keys()) {
    // The words of people are in IndexedDB, which stays.
    if (name === PAGE_CACHE || name.startsWith(BUILD_CACHE)) await scope.caches.delete(name);
  }
  await scope.registration.unregister();
}
