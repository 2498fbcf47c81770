// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { KEPT_PAGE, PAGE_CACHE, BUILD_CACHE } from '../../../../src/app/offline/kept-page.ts';
import { fakeCaches } from './fake-caches.ts';

test('the kill switch takes over at once and removes the worker and what it kept, nothing else', async () => {
  const caches = fakeCaches();
  for (const name of [PAGE_CACHE, `${BUILD_CACHE}1a`, 'spolu-pictures']) {
    await (await caches.open(name)).put(KEPT_PAGE, new Response());
  }
  const registration = { unregister: vi.fn(async () => true) };
  const skipWaiting = vi.fn(async () => undefined);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('registration', registration);
  vi.stubGlobal('skipWaiting', skipWaiting);
  const works: Promise<unknown>[] = [];
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  await import('../../../../src/app/offline/worker/kill-switch.ts');
  for (const name of ['install', 'activate'])
    listeners.get(name)?.({ waitUntil: (work) => works.push(work) });
  await Promise.all(works);
  vi.unstubAllGlobals();
  expect([...listeners.keys()]).toEqual(['install', 'activate']);
  expect(skipWaiting).toHaveBeenCalledTimes(1);
  expect(registration.unregister).toHaveBeenCalledTimes(1);
  expect(await caches.keys()).toEqual(['spolu-pictures']);
});
