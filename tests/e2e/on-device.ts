/** The app and texts of documents in the browser's storage. */
import type { Page } from '@playwright/test';
import { expect } from './spolu.ts';

/** How many texts are on the device. */
export const countTexts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        void indexedDB.databases().then((all) => {
          const name = all.find((one) => one.name?.startsWith('spolu-texts-'))?.name;
          if (name === undefined) return resolve(0);
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => {
            const count = opening.result.transaction('texts').objectStore('texts').count();
            count.addEventListener('success', () => {
              opening.result.close();
              resolve(count.result);
            });
          });
        });
      }),
  );

/** Until a text is on the device. */
export const untilOnDevice = (page: Page): Promise<void> =>
  expect.poll(() => countTexts(page), { timeout: 40_000 }).toBeGreaterThan(0);

/** Resolves when the app is kept on the device, and this page is served from there. */
export const waitUntilKeptHere = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => (await caches.has('spolu-page')) && !!navigator.serviceWorker.controller),
      { timeout: 90_000 },
    )
    .toBe(true);
