/** Browsers whose line goes and comes back, with the app kept on the device. */
import type { BrowserContext, Page } from '@playwright/test';
import { waitUntilKeptHere } from './on-device.ts';
import { expect, textOf } from './spolu.ts';

const NO_LINE = 'story-without-line';

/** Does at once what a page does some seconds after it has settled. Call it before `setLine`. */
export async function keepAppHere(page: Page): Promise<void> {
  // Chromium forgets this part of the emulation when the worker answers for a page.
  await page.context().addInitScript((name) => {
    const onLine = (): boolean => !document.cookie.includes(name);
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: onLine });
  }, NO_LINE);
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  await waitUntilKeptHere(page);
}

/** Takes the line from a browser, or gives it back. Its pages have to be of the app. */
export async function setLine(context: BrowserContext, url: string, isThere: boolean): Promise<void> {
  if (isThere) await context.clearCookies({ name: NO_LINE });
  else await context.addCookies([{ name: NO_LINE, value: 'yes', url }]);
  await context.setOffline(!isThere);
  for (const page of context.pages())
    await page.evaluate((name) => void dispatchEvent(new Event(name)), isThere ? 'online' : 'offline');
}

/** Opens a document by its address in a tab of its own. */
export async function openByAddress(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'commit' });
  await expect(textOf(page)).toBeVisible({ timeout: 30_000 });
  return page;
}

/** As if the page's token had ended so long ago. */
export const age = (page: Page, seconds: number): Promise<void> =>
  page.evaluate((ago) => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '') as object;
    const ended = { ...session, expires_at: Math.floor(Date.now() / 1000) - ago };
    localStorage.setItem(key, JSON.stringify(ended));
  }, seconds);

/** Until the end of the stored token. */
export const leftSeconds = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? '';
    const { expires_at } = JSON.parse(localStorage.getItem(key) ?? '') as { expires_at: number };
    return expires_at - Date.now() / 1000;
  });
