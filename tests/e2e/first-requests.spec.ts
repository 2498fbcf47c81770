import { createDocument, expect, test, waitUntilSaved } from './spolu.ts';

/** The preset of Chromium's developer tools. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

const LISTS = ['list_my_documents', 'list_my_folders'];
const FACES = 'profiles';

test('on a slow connection the list is asked for at once, waits for no other reply, and renders without a layout shift', async ({
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

  // Neither request waits for the answer of another.
  const facesAsked = page.waitForRequest(`**/rest/v1/${FACES}*`);
  await page.route('**/rest/v1/rpc/list_my_*', async (route) => {
    await facesAsked;
    await route.continue();
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', FAST_3G);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Spring' })).toBeVisible();
  // The list of the device is shown before the server's.
  const isAnswered = async (): Promise<boolean> => {
    const paths = (await page.evaluate(readLoading)).fetched.map(({ path }) => path);
    return [...LISTS, FACES].every((name) => paths.some((path) => path.endsWith(`/${name}`)));
  };
  await expect.poll(isAnswered).toBe(true);
  const { afterMs, fetched, shifted } = await page.evaluate(readLoading);
  test.info().annotations.push({ type: 'list after', description: `${Math.round(afterMs)} ms` });
  const [documents, folders, faces, ...later] = fetched
    .filter(({ path }) => path.startsWith('/rest/'))
    .toSorted((a, b) => a.startMs - b.startMs);
  // The boot script asks for the lists before the code of the page does for its own face.
  const firstPaths = [documents, folders, faces].map((one) => one?.path.split('/').at(-1));
  expect(firstPaths).toEqual([...LISTS, FACES]);
  const firstEndMs = Math.min(documents!.endMs, folders!.endMs);
  expect(later.filter(({ startMs }) => startMs < firstEndMs)).toEqual([]);
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
