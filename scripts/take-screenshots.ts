/**
 * `npm run screenshots`: starts Spolu with two users and takes the pictures of docs/pictures, among them the README's, and
 * those beside the sign-in form. `-- DIR` writes them elsewhere, `--all` takes every page in both languages, light and dark,
 * wide and narrow.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { createDocument, share, signUp, textOf, titleOf, waitUntilSaved } from '../tests/e2e/spolu.ts';
import { SAMPLES, type Sample } from './sample-texts.ts';
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

async function work(started: Browser, url: string): Promise<void> {
  const jana = await signUp(started, url, 'Jana Nováková');
  const petr = await signUp(started, url, 'Petr Svoboda');
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
  const samples = positionals[0] ?? join(import.meta.dirname, '../src/app/pages/pictures');
  for (const sample of SAMPLES) await takeSample(started, url, sample, samples);
  if (values.all) await everything(jana.page, path);
}

/** A text that two others are writing, as the first one sees it: light and dark, sharp on screens of any kind. */
async function takeSample(started: Browser, url: string, sample: Sample, into: string): Promise<void> {
  const [owner, ...others] = await Promise.all(sample.people.map((name) => signUp(started, url, name)));
  const path = await createDocument(owner!.page, sample.title);
  for (const { email } of others) await share(owner!.page, email, 'Editor');
  await titleOf(owner!.page).press('Enter');
  await owner!.page.keyboard.type(sample.lines.join('\n'));
  await textOf(owner!.page).locator('input[type="checkbox"]').first().check();
  await waitUntilSaved(owner!.page);
  const context = await started.newContext({
    baseURL: url,
    deviceScaleFactor: 2,
    viewport: { width: 640, height: 660 },
    storageState: await owner!.page.context().storageState(),
  });
  const page = await context.newPage();
  await owner!.page.close();
  await page.addInitScript((language) => localStorage.setItem('spolu.language', language), sample.language);
  await page.goto(path);
  for (const [at, { page: other }] of others.entries()) {
    await other.goto(path);
    await textOf(other).locator('p', { hasText: sample.writes[at]!.after }).click();
    await other.keyboard.press('End');
    await other.keyboard.type(sample.writes[at]!.words, { delay: 20 });
  }
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    // A name is shown for a while after its caret has moved.
    for (const [at, { page: other }] of others.entries()) {
      await other.keyboard.press('Home');
      await other.keyboard.press(sample.writes[at]!.selects ? 'Shift+End' : 'End');
    }
    await page.waitForTimeout(600);
    const png = await page.screenshot();
    writeFileSync(join(into, `sample-${sample.language}-${scheme}.webp`), await asWebp(page, png));
  }
  await context.close();
}

/** Compressed by the browser, to a fifth of a PNG. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: picture.width, height: picture.height });
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.85);
  }, png.toString('base64'));
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
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
