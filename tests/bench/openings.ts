/**
 * `npx tsx tests/bench/openings.ts --before DIST [--visits 3]`: opening the list and a text of 20,000 words by their address, with
 * the build of this checkout and by turns with `DIST`, the `dist` folder of another commit. Both have the same server.
 *
 * Cold: a signed-in browser without files of the app. Warm: it has opened both before, and lost the connection since.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { serveApp } from '../../src/embedded-supabase/node/serve-app.ts';
import { newDocument } from '../support/new-document.ts';
import { openAccount } from '../support/open-account.ts';
import { FAST, openSlowLine, type LineSpeed, type SlowLine } from '../support/slow-line.ts';
import { removeData, startSpolu } from '../support/start-spolu.ts';

const { values } = parseArgs({ options: { before: { type: 'string' }, visits: { type: 'string' } } });
if (values.before === undefined) throw new Error('--before DIST names the build to compare with');
const VISITS = Number(values.visits ?? 3);

const SPEEDS: Readonly<Record<string, LineSpeed | null>> = {
  'normal line': { latencyMs: 40, bytesPerSecond: 1_250_000 },
  'slow 3G': { latencyMs: 2000, bytesPerSecond: 50_000 },
  'no line': null,
};
const LINES = 100;
const LINE = 'words that are read later by somebody else on a '.repeat(20).trim();
/** Then an opening counts as failed. */
const PATIENCE_MS = 90_000;
/** The worker of the app starts to keep files 8 s after the first page. */
const KEEPS_AFTER_MS = 30_000;

interface Build {
  readonly name: string;
  readonly line: SlowLine;
}

interface Opening {
  readonly listMs: number | null;
  readonly textMs: number | null;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const onError = (error: unknown): void => {
  throw error;
};
const spolu = await startSpolu();
const serverLine = await openSlowLine(Number(new URL(spolu.url).port));
const { caller, localStorage } = await openAccount(spolu.url, 'Jana', 'jana@example.com');
const path = `/documents/${await newDocument(caller)}`;
const html = await (await fetch(`${spolu.url}/documents`)).text();
const publishableKey = /"publishableKey":"([^"]*)"/.exec(html)?.[1] ?? '';
const dist = join(import.meta.dirname, '../../dist');
const apps = await Promise.all(
  [values.before, dist].map((dir) =>
    serveApp({ dir, publishableKey, supabaseUrl: serverLine.url, host: '127.0.0.1', port: 0, onError }),
  ),
);
const lines = await Promise.all(apps.map(({ url }) => openSlowLine(Number(new URL(url).port))));
const builds: readonly Build[] = ['before', 'now'].map((name, at) => ({ name, line: lines[at]! }));
const browser = await chromium.launch({
  executablePath: process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

try {
  await writeText(builds[1]!);
  for (const speed of ['normal line', 'slow 3G']) await compare(`cold, ${speed}`, speed, measureCold);
  for (const speed of Object.keys(SPEEDS)) await compare(`warm, ${speed}`, speed, measureWarm);
} finally {
  await browser.close();
  await Promise.all([...lines, serverLine].map((line) => line.close()));
  await Promise.all(apps.map((app) => app.close()));
  await spolu.stop();
  removeData(spolu);
}

type Measure = (build: Build, speed: string) => Promise<Opening>;

async function compare(title: string, speed: string, measure: Measure): Promise<void> {
  const openings = new Map<string, Opening[]>(builds.map(({ name }) => [name, []]));
  for (let visit = 0; visit < VISITS; visit += 1) {
    for (const build of builds) openings.get(build.name)!.push(await measure(build, speed));
  }
  for (const [name, all] of openings) {
    const list = describe(all.map(({ listMs }) => listMs));
    say(`${title}, ${name}: list ${list}, text ${describe(all.map(({ textMs }) => textMs))}`);
  }
}

/** The median, and all of them. */
function describe(times: readonly (number | null)[]): string {
  const ms = times.map((time) => time ?? Infinity);
  const median = ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)]!;
  const seconds = (time: number): string => (time === Infinity ? 'never' : (time / 1000).toFixed(2));
  return `${seconds(median)} s (${ms.map(seconds).join(', ')})`;
}

async function openBrowser(build: Build): Promise<BrowserContext> {
  const origins = [{ origin: build.line.url, localStorage }];
  return browser.newContext({
    baseURL: build.line.url,
    locale: 'en-US',
    storageState: { cookies: [], origins },
  });
}

function setSpeed(build: Build, speed: LineSpeed | null): void {
  for (const line of [build.line, serverLine]) line.setSpeed(speed);
}

async function measureCold(build: Build, speed: string): Promise<Opening> {
  const context = await openBrowser(build);
  setSpeed(build, SPEEDS[speed]!);
  const opening = await measure(context);
  setSpeed(build, FAST);
  await context.close();
  return opening;
}

async function measureWarm(build: Build, speed: string): Promise<Opening> {
  const context = await openBrowser(build);
  setSpeed(build, FAST);
  const page = await context.newPage();
  await page.goto(path);
  await lastLine(page).waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(KEEPS_AFTER_MS);
  await page.goto('/documents');
  await plan(page).waitFor();
  await page.close();
  setSpeed(build, SPEEDS[speed]!);
  await context.setOffline(SPEEDS[speed] === null);
  const opening = await measure(context);
  setSpeed(build, FAST);
  await context.close();
  return opening;
}

async function measure(context: BrowserContext): Promise<Opening> {
  const listMs = await open(context, '/documents', plan);
  return { listMs, textMs: await open(context, path, lastLine) };
}

/** In a tab of its own. Null: it did not open. */
async function open(context: BrowserContext, to: string, shown: typeof plan): Promise<number | null> {
  const page = await context.newPage();
  const fromMs = performance.now();
  const isOpen = await page
    .goto(to, { waitUntil: 'commit', timeout: PATIENCE_MS })
    .then(() => shown(page).waitFor({ timeout: PATIENCE_MS }))
    .then(
      () => true,
      () => false,
    );
  const tookMs = performance.now() - fromMs;
  await page.close();
  return isOpen ? tookMs : null;
}

function plan(page: Page): Locator {
  return page.getByRole('link', { name: 'Plan', exact: true });
}

function lastLine(page: Page): Locator {
  return page.getByText(`${LINES - 1}: words that are read`);
}

async function writeText(build: Build): Promise<void> {
  const context = await openBrowser(build);
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Title' }).fill('Plan');
  await page.getByRole('textbox', { name: 'Plan' }).focus();
  for (let at = 0; at < LINES; at += 1) {
    await page.keyboard.insertText(`${at}: ${LINE}`);
    if (at < LINES - 1) await page.keyboard.press('Enter');
  }
  await page.getByText('Saved', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  await context.close();
}
