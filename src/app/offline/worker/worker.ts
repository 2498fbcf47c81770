/**
 * The service worker. It never skips waiting: open tabs keep the worker and the build that they started with. A reload
 * takes the new build from the network whatever the worker, so nothing else is needed for an update (decision 64).
 */
import { answerFile, answerPage, kindOf } from './answer.ts';
import { forgetBuilds, keepBuild, type Build } from './keep-builds.ts';

/** The part of `ServiceWorkerGlobalScope` in use. Its types exclude those of a page. */
interface Scope {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** Put in by the build (`scripts/build/service-worker.ts`). */
declare const SPOLU_BUILD: Build;

const build = SPOLU_BUILD;
const scope = globalThis as unknown as Scope;
const ports = {
  caches: scope.caches,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

scope.addEventListener('install', (event) => event.waitUntil(keepBuild(build, ports)));

scope.addEventListener('activate', (event) => event.waitUntil(start()));

async function start(): Promise<void> {
  await forgetBuilds(build.id, scope.caches);
  // The request for a page need not wait until the worker has started.
  await scope.registration.navigationPreload?.enable();
  // The tab of the first visit loads its lazy parts from the device, too.
  await scope.clients.claim();
}

scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, scope.location.origin);
  if (kind === 'file') event.respondWith(answerFile(event.request, ports));
  if (kind !== 'page') return;
  const served = event.preloadResponse.then((early) => early ?? fetch(event.request));
  event.respondWith(answerPage(served, { ...ports, until: (work) => event.waitUntil(work) }));
});
