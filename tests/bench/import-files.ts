/**
 * `npx tsx tests/bench/import-files.ts [docx | zip | html]`: files of 200 pages with 50 photos, imported by the page in Chromium: seconds, tasks of the
 * page, memory of its process, and how long *Cancel* takes at several moments.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { watchBusyTasks } from '../support/busy-tasks.ts';
import { connectToSpolu } from '../support/connect-to-spolu.ts';
import { signUpForBrowser } from '../support/sign-up-for-browser.ts';
import { removeData, startSpolu } from '../support/start-spolu.ts';
import { makeLargeFiles } from './large-files.ts';

const CANCEL_SHARES = [0, 10, 30, 50, 60, 80, 95];
const [READING, MAKING] = ['Reading the file…', 'Creating the document…'];
const PAGE_BYTES = 4096;

type Database = Awaited<ReturnType<typeof connectToSpolu>>;

async function main(): Promise<void> {
  const only = process.argv[2] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'spolu-import-'));
  const spolu = await startSpolu();
  const browser = await chromium.launch({
    executablePath: process.env['SPOLU_CHROMIUM'] || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--enable-precise-memory-info',
    ],
  });
  const database = await connectToSpolu(spolu.dataDir);
  try {
    const { storageState } = await signUpForBrowser(spolu.url);
    const context = await browser.newContext({ storageState, locale: 'en-US', baseURL: spolu.url });
    for (const { name, bytes } of await makeLargeFiles(browser)) {
      if (!name.endsWith(only)) continue;
      const path = join(folder, name);
      writeFileSync(path, bytes);
      console.log(`\n${name}, ${(bytes.length / 2 ** 20).toFixed(1)} MB`);
      await importOnce(browser, context, path);
      for (const step of [READING, MAKING])
        for (const share of CANCEL_SHARES) await cancelAt(context, database, path, step, share);
    }
  } finally {
    await database.end();
    await browser.close();
    await spolu.stop();
    removeData(spolu);
    rmSync(folder, { recursive: true });
  }
}

/** Time of the processor, so that the figure is the same on a busy machine. */
function describe(tasks: readonly number[]): string {
  const long = tasks.filter((ms) => ms > 50);
  return long.length === 0 ? 'none over 50 ms' : `${long.length} over 50 ms, longest ${Math.max(...long)} ms`;
}

async function openList(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  await sleep(1500);
  return page;
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles(path);
}

async function importOnce(browser: Browser, context: BrowserContext, path: string): Promise<void> {
  const page = await openList(context);
  const memory = await watchMemory(browser, page);
  console.log(`  before: ${await memory.take()}`);
  let startMs = performance.now();
  const since = (): string => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
  const reading = await watchBusyTasks(page);
  await choose(page, path);
  const create = page.getByRole('button', { name: 'Create document' });
  await create.waitFor({ timeout: 120_000 });
  const read = since();
  console.log(`  read: ${read}; tasks: ${describe(await reading())}; ${await memory.take()}`);
  startMs = performance.now();
  const making = await watchBusyTasks(page);
  await create.click();
  await page.waitForURL(/\/documents\/[\da-f-]{36}$/, { timeout: 300_000 });
  console.log(`  made: ${since()}; tasks: ${describe(await making())}; ${await memory.take()}`);
  await page.locator('.document-text > *').nth(1300).waitFor({ state: 'attached', timeout: 60_000 });
  console.log(`  opened as a document, after ${since()}`);
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  await memory.collect();
  console.log(`  afterwards, in the list: ${await memory.take()}`);
  await memory.stop();
  await page.close();
}

/** Of the process of the page, which has its workers, too. */
async function watchMemory(browser: Browser, page: Page) {
  const pageSession = await page.context().newCDPSession(page);
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const mine = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((a, b) => b.cpuTime - a.cpuTime)[0]!;
  const residentMb = (): number =>
    (Number(readFileSync(`/proc/${mine.id}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES) / 2 ** 20;
  const heapMb = async (): Promise<number> =>
    (await page.evaluate<number>('performance.memory.usedJSHeapSize').catch(() => 0)) / 2 ** 20;
  let [resident, heap] = [0, 0];
  const over = new AbortController();
  const sample = async (): Promise<void> => {
    resident = Math.max(resident, residentMb());
    heap = Math.max(heap, await heapMb());
  };
  const watching = (async () => {
    while (!over.signal.aborted) {
      await sample();
      await sleep(100);
    }
  })();
  return {
    /** The most since the last call. */
    take: async (): Promise<string> => {
      await sample();
      const most = `at most ${heap.toFixed(0)} MB of script, ${resident.toFixed(0)} MB of its process`;
      [resident, heap] = [0, 0];
      return most;
    },
    collect: async (): Promise<void> => {
      await pageSession.send('HeapProfiler.collectGarbage');
      await sleep(1000);
      [resident, heap] = [0, 0];
    },
    stop: async (): Promise<void> => {
      over.abort();
      await watching;
    },
  };
}

/** From the click until the dialog is away, no worker runs, and the server has no more than before. */
async function cancelAt(
  context: BrowserContext,
  database: Database,
  path: string,
  step: string,
  share: number,
): Promise<void> {
  const page = await openList(context);
  const before = await countStored(database);
  await choose(page, path);
  const create = page.getByRole('button', { name: 'Create document' });
  const dialog = page.getByRole('dialog', { name: step });
  if (step !== READING) await create.click({ timeout: 120_000 });
  if (!(await isReached(page, step, share))) return console.log(`  ${step} was over before ${share} %`);
  const workers = page.workers().length;
  const startMs = performance.now();
  const since = (): string => `${(performance.now() - startMs).toFixed(0)} ms`;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const hidden = since();
  while (page.workers().length > 0) await sleep(5);
  const ended = since();
  let isClean = false;
  while (!isClean && performance.now() < startMs + 30_000) {
    isClean = (await countStored(database)) === before;
    if (!isClean) await sleep(20);
  }
  const clean = isClean ? since() : 'NOT within 30 s';
  // Nothing that was on its way may arrive later.
  await sleep(1000);
  const isStillClean = (await countStored(database)) === before;
  console.log(
    `  ${step} cancelled at ${share} %: dialog away after ${hidden}, ${workers} workers after ${ended}, server clean after ${clean}${isStillClean ? '' : ', THEN NOT'}`,
  );
  await page.close();
}

/** False: the step was over before. */
async function isReached(page: Page, step: string, share: number): Promise<boolean> {
  const reached = await page.waitForFunction(
    ([title, least, isReading]) => {
      const [dialog, bar] = ['[role=dialog]', 'progress'].map((one) => document.querySelector(one));
      const shown = dialog?.textContent ?? '';
      if (shown.startsWith(title) && Number(bar?.getAttribute('value') ?? 0) >= least) return 'yes';
      const isOver = isReading ? shown.startsWith('Import') : location.pathname !== '/documents';
      return isOver ? 'no' : null;
    },
    [step, share, step === READING] as const,
    { polling: 'raf', timeout: 60_000 },
  );
  return (await reached.jsonValue()) === 'yes';
}

/** Without erased documents, whose pictures the sweep takes away. */
async function countStored(database: Database): Promise<string> {
  const { rows } = await database.query<{ stored: string }>(
    `select concat((select count(*) from public.documents where deleted_at is distinct from '-infinity'), ' documents, ',
       (select count(*) from public.document_updates), ' updates, ',
       (select count(*) from storage.objects where not exists (
         select 1 from private.left_folders where name like folder || '/%')), ' pictures') as stored`,
  );
  return rows[0]!.stored;
}

await main();
