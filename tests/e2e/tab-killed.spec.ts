import type { Page } from '@playwright/test';
import {
  createDocument,
  expect,
  linesOf,
  saveState,
  test,
  textOf,
  waitUntilSaved,
  type Person,
} from './spolu.ts';

/** What is typed this long before a kill has to survive it. */
const SURVIVES_AFTER_MS = 50;

/** Ends the process of a page as a crash does: nothing of the page runs any more. */
async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  // The answer does not come: who would give it is gone.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

interface Typed {
  readonly word: string;
  readonly atMs: number;
}

/** Types words until told to stop or until there is nobody to type to; `typed` grows meanwhile. */
function typeWords(page: Page, name: string): { typed: readonly Typed[]; stop: () => Promise<void> } {
  const typed: Typed[] = [];
  const over = new AbortController();
  const typing = (async () => {
    while (!over.signal.aborted) {
      const word = `${name}${String(typed.length).padStart(3, '0')}`;
      await page.keyboard.type(`${word} `, { delay: 4 });
      typed.push({ word, atMs: performance.now() });
    }
  })().catch(() => undefined);
  return {
    typed,
    stop: async () => {
      over.abort();
      await typing;
    },
  };
}

async function openAgain({ page }: Person, path: string): Promise<Page> {
  const next = await page.context().newPage();
  await next.goto(path);
  return next;
}

test('a tab that is killed in the middle of a word, without a network, loses nothing', async ({ person }) => {
  const ann = await person('Ann');
  const path = await createDocument(ann.page, 'Killed');
  const context = ann.page.context();
  let page = ann.page;
  const survivors: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    await textOf(page).click();
    await page.keyboard.press('Control+End');
    await waitUntilSaved(page);
    await context.setOffline(true);
    const typing = typeWords(page, `r${round}w`);
    await expect.poll(() => typing.typed.length, { intervals: [10] }).toBeGreaterThan(4);
    await page.waitForTimeout(37 * round);
    const killedAtMs = performance.now();
    await killTab(page);
    await typing.stop();
    const lastMs = killedAtMs - SURVIVES_AFTER_MS;
    survivors.push(...typing.typed.filter(({ atMs }) => atMs < lastMs).map(({ word }) => word));
    await context.setOffline(false);

    page = await openAgain(ann, path);
    const text = async (): Promise<string> => (await linesOf(page)).join('');
    await expect.poll(async () => missingIn(await text(), survivors)).toEqual([]);
    expect(survivors.length).toBeGreaterThan(3 * round);
  }
});

const missingIn = (text: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => !text.includes(word));

test('words of a closed tab are saved by whatever page is opened next', async ({
  person,
  browser,
  spolu,
}) => {
  const ann = await person('Ann');
  const path = await createDocument(ann.page, 'Closed');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Online. ');
  await waitUntilSaved(ann.page);
  const context = ann.page.context();
  await context.setOffline(true);
  await ann.page.keyboard.type('Written on a train.');
  await expect(saveState(ann.page)).toHaveText('Offline – kept on this device', { timeout: 30_000 });
  await ann.page.close();

  await context.setOffline(false);
  const list = await context.newPage();
  await list.goto('/documents');
  await expect(list.getByRole('link', { name: 'Closed' })).toBeVisible();

  // In a browser that has nothing but the sign-in: what it shows is what the server has.
  const elsewhere = await browser.newContext({
    baseURL: spolu.url,
    storageState: await context.storageState({ indexedDB: false }),
  });
  const fresh = await elsewhere.newPage();
  await fresh.goto(path);
  await expect(textOf(fresh)).toHaveText('Online. Written on a train.');
});
