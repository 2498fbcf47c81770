import type { Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

/** Collects warnings and errors of the console, violations of the security policy and failed requests. */
function listComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

/** The preset of Chromium's developer tools. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('every URL leads to the same page, without warnings or errors of the browser', async ({
  person,
  browser,
  spolu,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const { page } = ann;
  const complaints = [listComplaints(page), listComplaints(bob.page)];

  await test.step('one click from the list to typing', async () => {
    await page.goto('/documents');
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New document' }).click();
    await expect(titleOf(page)).toBeFocused();
    await page.keyboard.type('Spring\nWe begin in March.');
    await expect(textOf(page)).toContainText('We begin in March.');
    await waitUntilSaved(page);
  });
  const path = pathOf(page);

  await test.step('a title appears for the other author, in the tab and in the list', async () => {
    await share(page, bob.email, 'Editor');
    await bob.page.goto(path);
    await expect(bob.page).toHaveTitle('Spring – Spolu');
    await titleOf(bob.page).fill('Autumn');
    await expect(titleOf(page)).toHaveValue('Autumn');
    await expect(page).toHaveTitle('Autumn – Spolu');
    await waitUntilSaved(bob.page);
    await page.getByRole('link', { name: 'Back to documents' }).click();
    await expect(page.getByRole('link', { name: 'Autumn' })).toBeVisible();
  });

  await test.step('back, forward, reload', async () => {
    await page.getByRole('link', { name: 'Autumn' }).click();
    await expect(textOf(page)).toContainText('We begin in March.');
    await page.getByRole('button', { name: 'Version history' }).click();
    const save = page.getByRole('button', { name: 'Save version' });
    await expect(save).toBeVisible();
    expect(pathOf(page)).toBe(`${path}/history`);
    await page.goBack();
    await expect(save).toBeHidden();
    await expect(textOf(page)).toContainText('We begin in March.');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
    await page.goForward();
    await page.goForward();
    await expect(save).toBeVisible();
    await page.reload();
    await expect(save).toBeVisible();
    await expect(textOf(page)).toContainText('We begin in March.');
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  });

  await test.step('a copied URL leads a visitor there after sign-in', async () => {
    const visitor = await (await browser.newContext({ baseURL: spolu.url })).newPage();
    complaints.push(listComplaints(visitor));
    await visitor.goto(`${path}/history`);
    const heading = visitor.getByRole('heading', { level: 1, name: 'Sign in' });
    await expect(heading).toBeVisible();
    const place = await heading.boundingBox();
    await visitor.getByRole('button', { name: 'Sign in' }).click();
    await expect(visitor.getByText('Enter your password.')).toBeVisible();
    expect(await heading.boundingBox(), 'no layout shift').toEqual(place);
    await visitor.getByLabel('Email').fill(bob.email);
    await visitor.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('button', { name: 'Save version' })).toBeVisible();
    expect(pathOf(visitor)).toBe(`${path}/history`);
  });

  expect(complaints.flat()).toEqual([]);
});

const LISTS = ['list_my_documents', 'list_my_folders', 'profiles'];

test('on a slow connection the list waits for two sequential replies and renders without a layout shift', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Spring');
  const [first, ...others] = await page.evaluate(readFiles, [
    'en-us-every-page',
    'document-page',
    'en-us-open-document',
  ]);
  for (const { startMs } of others)
    expect(startMs, 'not sequential with the first texts').toBeLessThan(first!.endMs);
  await waitUntilSaved(page);
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'Spring' })).toBeVisible();

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', FAST_3G);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Spring' })).toBeVisible();
  // The list of the device is shown before the server's.
  const isAnswered = async (): Promise<boolean> => {
    const paths = (await page.evaluate(readLoading)).fetched.map(({ path }) => path);
    return LISTS.every((name) => paths.some((path) => path.endsWith(`/${name}`)));
  };
  await expect.poll(isAnswered).toBe(true);
  const { afterMs, fetched, shifted } = await page.evaluate(readLoading);
  test.info().annotations.push({ type: 'list after', description: `${Math.round(afterMs)} ms` });
  // Skips the page itself; documents, folders and the user's own face are requested in parallel.
  const lists = fetched.filter(({ path }) => path !== '/favicon.svg');
  const asked = LISTS.map((name) => lists.find(({ path }) => path.endsWith(`/${name}`)));
  const [lastStartMs, firstEndMs] = [
    Math.max(...asked.map((one) => one?.startMs ?? Infinity)),
    Math.min(...asked.map((one) => one?.endMs ?? 0)),
  ];
  expect(lastStartMs, JSON.stringify(lists)).toBeLessThan(firstEndMs);
  const early = lists.filter(({ startMs }) => startMs < firstEndMs).map(({ path }) => path);
  expect(new Set(early)).toEqual(new Set(asked.map((one) => one?.path)));
  expect(shifted).toBeLessThan(0.02);
});

interface Fetched {
  readonly path: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Start and end times of loading built files with these names. */
const readFiles = (names: readonly string[]): Fetched[] =>
  names.map((name) => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const file = files.find((one) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(one.name));
    if (!file) throw new Error(`${name} was not fetched`);
    return { path: name, startMs: file.startTime, endMs: file.responseEnd };
  });

/** All files loaded so far, and the cumulative layout shift: 1 is the whole window. */
async function readLoading(): Promise<{ afterMs: number; fetched: Fetched[]; shifted: number }> {
  const afterMs = performance.now();
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const fetched = files
    .filter(({ transferSize }) => transferSize > 0)
    .map(({ name, startTime, responseEnd }) => ({
      path: new URL(name).pathname,
      startMs: startTime,
      endMs: responseEnd,
    }));
  const shifts = await new Promise<PerformanceEntryList>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
    setTimeout(() => resolve([]), 200);
  });
  const shifted = shifts.reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0);
  return { afterMs, fetched, shifted };
}
