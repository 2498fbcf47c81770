/**
 * `npx tsx tests/bench/offline-opens.ts [--visits 10]`: opening the list and a text of 20,000 words by their address without
 * a line, in a tab of its own each time. The build in `dist` is measured; the server starts with it.
 */
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { newDocument } from '../support/new-document.ts';
import { openAccount } from '../support/open-account.ts';
import { removeData, startSpolu } from '../support/start-spolu.ts';

const { values } = parseArgs({ options: { visits: { type: 'string' } } });
const VISITS = Number(values.visits ?? 10);
const LINES = 100;
const LINE = 'words that are read later by somebody else on a '.repeat(20).trim();
const PATIENCE_MS = 90_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const spolu = await startSpolu();
const { caller, localStorage } = await openAccount(spolu.url, 'Jana', 'jana@example.com');
const path = `/documents/${await newDocument(caller)}`;
const browser = await chromium.launch({
  executablePath: process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const origins = [{ origin: spolu.url, localStorage }];
const context = await browser.newContext({
  baseURL: spolu.url,
  locale: 'en-US',
  storageState: { cookies: [], origins },
});

try {
  await fillDevice(context);
  await context.setOffline(true);
  // Chromium forgets this part of the emulation when the worker answers for a page.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false }),
  );
  for (const [name, to, shown] of [
    ['list', '/documents', plan],
    ['text', path, lastLine],
  ] as const) {
    const tookMs: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) tookMs.push(await open(context, to, shown));
    say(`${name}: ${describe(tookMs)}`);
  }
} finally {
  await browser.close();
  await spolu.stop();
  removeData(spolu);
}

/** The median, and all of them. */
function describe(tookMs: readonly number[]): string {
  const median = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)]!;
  return `${Math.round(median)} ms (${tookMs.map(Math.round).join(', ')})`;
}

/** Writes the text, and waits until it and the app are kept. */
async function fillDevice(browsed: BrowserContext): Promise<void> {
  const page = await browsed.newPage();
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Title' }).fill('Plan');
  await page.getByRole('textbox', { name: 'Plan' }).focus();
  for (let at = 0; at < LINES; at += 1) {
    await page.keyboard.insertText(`${at}: ${LINE}`);
    if (at < LINES - 1) await page.keyboard.press('Enter');
  }
  await page.getByText('Saved', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  await page.waitForFunction(
    async () => (await caches.has('spolu-page')) && navigator.serviceWorker.controller !== null,
    null,
    { timeout: PATIENCE_MS },
  );
  // A page that is left writes its text.
  await page.goto('/documents');
  await plan(page).waitFor({ timeout: PATIENCE_MS });
  await page.close();
}

/** In a tab of its own, from the address to the last line. */
async function open(browsed: BrowserContext, to: string, shown: typeof plan): Promise<number> {
  const page = await browsed.newPage();
  const fromMs = performance.now();
  await page.goto(to, { waitUntil: 'commit', timeout: PATIENCE_MS });
  await shown(page).waitFor({ timeout: PATIENCE_MS });
  const tookMs = performance.now() - fromMs;
  await page.close();
  return tookMs;
}

function plan(page: Page): Locator {
  return page.getByRole('link', { name: 'Plan', exact: true });
}

function lastLine(page: Page): Locator {
  return page.getByText(`${LINES - 1}: words that are read`);
}
