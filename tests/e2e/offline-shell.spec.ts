/** Opening the app by the address bar without a line, and what happens to open tabs when a new build is published. */
import type { Browser, Page } from '@playwright/test';
import { newDocument } from '../support/new-document.ts';
import { openAccount } from '../support/open-account.ts';
import { waitUntilKeptHere } from './on-device.ts';
import { serveBuilds } from './serve-builds.ts';
import { expect, test, titleOf, waitUntilSaved } from './spolu.ts';

// With Data Saver nothing is kept.
test.use({ savesData: false });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Opens an address as if typed, and says in how many milliseconds the heading was there. */
async function openIn(page: Page, path: string, name: string): Promise<number> {
  const startedMs = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await expect(heading(page, name)).toBeVisible();
  return Math.round(performance.now() - startedMs);
}

/** A signed-in user of the app at one address, whose server is at another. */
async function openAt(browser: Browser, url: string, supabaseUrl: string) {
  const { caller, localStorage } = await openAccount(supabaseUrl, 'Anna', `anna-${Date.now()}@example.com`);
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  return { caller, context: await browser.newContext({ baseURL: url, locale: 'en-US', storageState }) };
}

test('without a line, or without the server of the app, it opens by its address', async ({
  browser,
  spolu,
}) => {
  const builds = await serveBuilds(spolu.url);
  const { caller, context } = await openAt(browser, builds.url, spolu.url);
  const page = await context.newPage();
  const path = `/documents/${await newDocument(caller)}`;
  await page.goto(path);
  await titleOf(page).fill('Plan');
  await waitUntilSaved(page);
  await waitUntilKeptHere(page);
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Plan', exact: true })).toBeVisible();

  await context.setOffline(true);
  // Chromium forgets this part of the emulation when the worker answers for a page.
  await context.addInitScript(() => {
    if (!sessionStorage.getItem('has-line'))
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  });
  const tookMs = [await openIn(page, path, 'Plan'), await openIn(page, '/documents', 'Documents')];
  await expect(page.getByRole('link', { name: 'Plan', exact: true })).toBeVisible();

  await builds.close();
  await page.evaluate(() => sessionStorage.setItem('has-line', 'true'));
  await context.setOffline(false);
  tookMs.push(await openIn(page, '/documents', 'Documents'));
  await page.getByRole('link', { name: 'Plan' }).click();
  await expect(titleOf(page)).toHaveValue('Plan');
  test.info().annotations.push({ type: 'milliseconds', description: tookMs.join(' ') });
});

// Two builds side by side take long.
if (process.env['SPOLU_TEST_ALL'] !== undefined) {
  test('open tabs keep their build when a new one is published, and offer it', async ({ browser, spolu }) => {
    const builds = await serveBuilds(spolu.url);
    const { context } = await openAt(browser, builds.url, spolu.url);
    const first = await context.newPage();
    const buildOf = (page: Page) => page.locator('meta[name=spolu-build]').getAttribute('content');
    await first.goto('/documents');
    await waitUntilKeptHere(first);
    const second = await context.newPage();
    await second.goto('/documents');
    // Until it has looked for builds itself.
    await second.waitForTimeout(12_000);

    builds.publishNext();
    const third = await context.newPage();
    await third.goto('/documents');
    expect(await buildOf(third)).not.toBe(await buildOf(first));
    for (const page of [first, second])
      await expect(page.getByText('A new version is ready')).toBeVisible({ timeout: 90_000 });
    await expect(third.getByText('A new version is ready')).toBeHidden();

    // The server no longer has this part of their build.
    await first.getByRole('button', { name: '(you)' }).click();
    await first.getByRole('link', { name: 'Account', exact: true }).click();
    await expect(heading(first, 'Account')).toBeVisible();
    expect(await buildOf(first)).toBe(builds.ids[0]);

    await second.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => buildOf(second)).toBe(builds.ids[1]);
    await expect(heading(second, 'Documents')).toBeVisible();
    expect(await buildOf(first)).toBe(builds.ids[0]);

    for (const page of [first, second, third]) await page.close();
    const last = await context.newPage();
    await last.goto('/documents');
    await expect
      .poll(() => last.evaluate(async () => (await caches.keys()).filter((name) => name.includes('build'))))
      .toEqual([`spolu-build-${builds.ids[1]}`]);
    await builds.close();
  });
}
