/** Measures loading on slow 3G (400 kbit/s, 2 s latency): the skeleton, the list, and a document opened from it. */
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { removeData, startSpolu } from '../support/start-spolu.ts';
import { signUpForBrowser } from '../support/sign-up-for-browser.ts';

const SLOW_3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2000 };

interface FirstSeconds {
  /** Until the first contentful paint. */
  readonly shapeMs: number;
  /** Until the list shows a document. */
  readonly listMs: number;
  /** From the click on a document in the list. */
  readonly skeletonMs: number;
  readonly textMs: number;
}

interface Request {
  readonly path: string;
  readonly atMs: number;
  readonly endMs: number;
  readonly bytes: number;
}

interface Measured extends FirstSeconds {
  readonly requests: readonly Request[];
}

/** Cold: a browser with a session and an empty cache. Warm: with a filled cache. The median of three runs each. */
export async function measureFirstSeconds(): Promise<{ readonly cold: Measured; readonly warm: Measured }> {
  const spolu = await startSpolu();
  const executablePath = process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium';
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const { storageState } = await signUpForBrowser(spolu.url);
    const open = (): Promise<BrowserContext> => browser.newContext({ storageState, locale: 'en-US' });
    await writeDocument(await open(), spolu.url);
    const cold: Measured[] = [];
    const warm: Measured[] = [];
    for (let round = 0; round < 3; round += 1) {
      const context = await open();
      cold.push(await measure(await context.newPage(), spolu.url));
      for (const page of context.pages()) await page.close();
      warm.push(await measure(await context.newPage(), spolu.url));
      await context.close();
    }
    return { cold: median(cold), warm: median(warm) };
  } finally {
    await browser.close();
    await spolu.stop();
    removeData(spolu);
  }
}

const median = (rounds: Measured[]): Measured => rounds.toSorted((a, b) => a.textMs - b.textMs)[1]!;

/** One line for each visit, followed by its requests. */
export function describeFirstSeconds(measured: Readonly<Record<'cold' | 'warm', Measured>>): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return (['cold', 'warm'] as const)
    .map((visit) => {
      const { shapeMs, listMs, skeletonMs, textMs, requests } = measured[visit];
      const fetched = requests.map(
        ({ atMs, endMs, bytes, path }) => `  ${seconds(atMs)} – ${seconds(endMs)} ${bytes} B ${path}`,
      );
      return [
        `${visit}: shape ${seconds(shapeMs)} (2.5 s), list ${seconds(listMs)} (5 s), skeleton of a document ${seconds(skeletonMs)}, its text ${seconds(textMs)} (4 s)`,
        ...fetched,
        '',
      ].join('\n');
    })
    .join('\n');
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Plan' });

/** Writes a document of about ten thousand characters. */
async function writeDocument(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/documents`);
  await page.getByRole('button', { name: 'New document' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Plan');
  await textOf(page).focus();
  for (let line = 0; line < 50; line += 1) {
    await page.keyboard.insertText(`${line}: ${'what is written here is read later. '.repeat(6)}`);
    await page.keyboard.press('Enter');
  }
  await page.getByText('Saved', { exact: true }).waitFor();
  await context.close();
}

async function measure(page: Page, url: string): Promise<Measured> {
  const requests = new Map<string, { path: string; atMs: number; endMs: number; bytes: number }>();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW_3G);
  const started = performance.now();
  const now = (): number => Math.round(performance.now() - started);
  client.on('Network.requestWillBeSent', ({ requestId, request }) =>
    requests.set(requestId, { path: request.url.replace(url, ''), atMs: now(), endMs: 0, bytes: 0 }),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { endMs: now(), bytes: encodedDataLength });
  });
  await page.goto(`${url}/documents`, { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Plan' });
  await link.waitFor({ timeout: 60_000 });
  const listMs = now();
  const shapeMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  // The time a user takes to read the list.
  await page.waitForTimeout(3000);
  const pressedMs = now();
  await link.click({ noWaitAfter: true });
  await page.getByText('Opening the document…').or(textOf(page)).first().waitFor({ timeout: 60_000 });
  const skeletonMs = now() - pressedMs;
  await textOf(page).getByText('49: what is written').waitFor({ timeout: 60_000 });
  const textMs = now() - pressedMs;
  return { shapeMs, listMs, skeletonMs, textMs, requests: [...requests.values()] };
}
