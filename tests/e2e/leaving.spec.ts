import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type LaunchOptions, type Locator, type Page } from '@playwright/test';
import { expectOnServer, waitForMarks, wordsOf } from './marks.ts';
import { readServerText } from './server-text.ts';
import { createDocument, expect, signUp, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring, goToEnd, watchWriter, type Writer } from './writer.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const WHOLE = process.env['SPOLU_CHROMIUM'];

/** A separate browser, for signals that affect the whole browser. */
const launchAlone = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ ...test.info().project.use.launchOptions, ...options });

/** Sends a signal to all renderer processes of a browser. */
async function signal(browser: Browser, name: NodeJS.Signals): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  for (const { id, type } of processInfo) if (type === 'renderer') process.kill(id, name);
}

/** Stops the renderers, like a computer that suspends tabs: no timer runs, no message arrives. */
async function freeze(browser: Browser): Promise<{ resume: () => Promise<void> }> {
  await signal(browser, 'SIGSTOP');
  return { resume: () => signal(browser, 'SIGCONT') };
}

const marksIn = async (page: Page): Promise<readonly string[]> =>
  (await textOf(page).innerText()).match(/[a-z]+\d+;/g) ?? [];

/** Waits for pending input; a new paragraph would split the word it belongs to. */
async function waitUntilQuiet(page: Page): Promise<void> {
  let before = '';
  const isSame = async (): Promise<boolean> => before === (before = await textOf(page).innerText());
  await expect.poll(isSame, { intervals: [1000] }).toBe(true);
}

const peopleAt = (page: Page): Locator =>
  page.getByRole('list', { name: 'People here' }).getByRole('listitem');

async function expectBothWhole(writers: readonly Writer[]): Promise<void> {
  const words = writers.flatMap(({ marks }) => wordsOf(marks)).toSorted();
  for (const { page, status, readText } of writers) {
    await expectOnServer(readText, words);
    await expect.poll(async () => (await marksIn(page)).toSorted()).toEqual(words);
    await waitUntilSaved(page);
    await status.verify();
    await expect(peopleAt(page)).toHaveCount(2);
  }
}

test('a tab frozen in the middle of a word continues where it was', async ({ person, spolu }) => {
  const bob = await person('Bob');
  const browser = await launchAlone();
  const ann = await signUp(browser, spolu.url, 'Ann');
  await bring(ann, bob, await createDocument(ann.page, 'Frozen'));
  const [tab, colleague] = [await watchWriter(ann, spolu.url), await watchWriter(bob, spolu.url)];
  await goToEnd(tab.page);
  const typing = tab.marks.start(tab.page);
  await waitForMarks(tab.marks, 3);
  const frozen = await freeze(browser);
  const ofFrozen = new Set(wordsOf(tab.marks));
  await waitUntilQuiet(colleague.page);
  await goToEnd(colleague.page);
  await colleague.page.keyboard.press('Enter');
  for (let count = 0; count < 5; count += 1) await colleague.marks.type(colleague.page);
  await expectOnServer(colleague.readText, wordsOf(colleague.marks));
  await waitUntilSaved(colleague.page);
  expect(new Set(wordsOf(tab.marks)), 'no script runs in it').toEqual(ofFrozen);

  await frozen.resume();
  await expect(textOf(tab.page)).toContainText(wordsOf(colleague.marks).at(-1)!);
  await waitForMarks(tab.marks, 2);
  await typing.stop();
  await expectBothWhole([tab, colleague]);
  await browser.close();
});

/** Half a second on an idle machine; a lost connection that was not closed takes five to twenty. */
const LIVE_AGAIN_MS = 4000;

test('going to another site and back restores the page with the remote changes since', async ({
  person,
  spolu,
}) => {
  const bob = await person('Bob');
  const browser = await launchAlone({
    // The headless shell has no back/forward cache.
    ...(WHOLE ? { executablePath: WHOLE } : { channel: 'chromium' }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const ann = await signUp(browser, spolu.url, 'Ann');
  await bring(ann, bob, await createDocument(ann.page, 'Back'));
  const [tab, colleague] = [await watchWriter(ann, spolu.url), await watchWriter(bob, spolu.url)];
  await tab.page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.body.dataset['persisted'] = String(persisted);
    });
  });
  for (const trip of ['first', 'second']) {
    await goToEnd(tab.page);
    await tab.marks.type(tab.page);
    await tab.page.goto('data:text/html,Elsewhere');
    await expectOnServer(tab.readText, wordsOf(tab.marks));
    await expect(peopleAt(colleague.page)).toHaveCount(1);
    await goToEnd(colleague.page);
    await colleague.marks.type(colleague.page);
    await waitUntilSaved(colleague.page);

    // Deferred: an immediate navigation could abort the reply of `evaluate`.
    await tab.page.evaluate(() => void setTimeout(() => history.back()));
    await expect(tab.page.locator('body'), trip).toHaveAttribute('data-persisted', 'true');
    await expect(textOf(tab.page)).toContainText(wordsOf(colleague.marks).at(-1)!);
    await expect(peopleAt(colleague.page), 'live again at once').toHaveCount(2, { timeout: LIVE_AGAIN_MS });
    await tab.page.evaluate(() => void delete document.body.dataset['persisted']);
  }
  await goToEnd(tab.page);
  await tab.marks.type(tab.page);
  await expectBothWhole([tab, colleague]);
  await browser.close();
});

/** Time for the browser to write to the disk without the page. */
const TO_DISK_MS = 1000;

test('the last changes before a page hangs and is killed are kept', async ({ spolu }) => {
  const browser = await launchAlone();
  const { page } = await signUp(browser, spolu.url, 'Ann');
  await createDocument(page, 'Hung');
  const readText = await readServerText(page, spolu.url);
  const context = page.context();
  await goToEnd(page);
  await page.keyboard.type('Before. ');
  await waitUntilSaved(page);
  await context.setOffline(true);
  await page.evaluate(() => {
    document.execCommand('insertText', false, 'Last words.');
    setTimeout(() => {
      for (;;);
    });
  });
  await wait(TO_DISK_MS);
  const crashed = page.waitForEvent('crash');
  await signal(browser, 'SIGKILL');
  await crashed;
  await page.close();
  await context.setOffline(false);
  await (await context.newPage()).goto('/documents');
  await expectOnServer(readText, ['Before. Last words.']);
  await browser.close();
});
