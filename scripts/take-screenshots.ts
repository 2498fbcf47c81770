/**
 * `npm run screenshots`: starts Spolu with two users and takes the pictures of docs/pictures, among them the README's.
 * `-- DIR` writes them elsewhere, `--all` takes every page in both languages, light and dark, wide and narrow.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { createDocument, share, signUp, textOf, titleOf, waitUntilSaved } from '../tests/e2e/spolu.ts';
import { removeData, startSpolu } from '../tests/support/start-spolu.ts';

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = positionals[0] ?? join(import.meta.dirname, '../docs/pictures');
mkdirSync(folder, { recursive: true });

const launch = config.use?.launchOptions ?? {};
const browser = await chromium.launch({
  executablePath: process.env['SPOLU_CHROMIUM'] ?? '/usr/bin/chromium',
  ...launch,
});
const spolu = await startSpolu();
try {
  await work(browser, spolu.url);
} finally {
  await browser.close();
  await spolu.stop();
  removeData(spolu);
}

async function work(browser: Browser, url: string): Promise<void> {
  const jana = await signUp(browser, url, 'Jana Nováková');
  const petr = await signUp(browser, url, 'Petr Svoboda');
  const path = await createDocument(jana.page, 'Spring trip');
  await share(jana.page, petr.email, 'Editor');
  await write(jana.page);
  await petr.page.goto(path);
  await textOf(petr.page).getByText('Tent and stove', { exact: true }).click();
  await petr.page.keyboard.press('End');
  await petr.page.keyboard.type(', and the good coffee', { delay: 20 });
  await waitUntilSaved(petr.page);
  await textOf(jana.page).getByText('We leave on Friday').click();
  await jana.page.setViewportSize({ width: 1280, height: 800 });
  await shot(jana.page, 'document');
  if (values.all) await everything(jana.page, path);
}

async function write(page: Page): Promise<void> {
  await titleOf(page).press('Enter');
  const lines = [
    '# Who brings what',
    'We leave on Friday after work. Add what you can carry, and say so here.',
    '[ ] Tent and stove',
    'Maps of **Šumava**, the paper ones',
    'A rope',
    '',
    '> Nothing is lost here, not even when the train goes through a tunnel.',
  ];
  for (const line of lines) {
    await page.keyboard.type(line.replaceAll('**', ''));
    await page.keyboard.press('Enter');
  }
  await waitUntilSaved(page);
}

async function everything(page: Page, path: string): Promise<void> {
  const pages = { documents: '/documents', document: path, history: `${path}/history`, account: '/account' };
  for (const language of ['en-US', 'cs'] as const) {
    await page.evaluate((chosen) => localStorage.setItem('spolu.language', chosen), language);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
        for (const [name, target] of Object.entries(pages)) {
          await page.goto(target);
          await page.waitForTimeout(1200);
          await shot(page, `${name}-${language}-${scheme}-${width}`);
        }
      }
    }
  }
}

function shot(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: join(folder, `${name}.png`) });
}
