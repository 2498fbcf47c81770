import type { Page } from '@playwright/test';
import { openFaultyProxy } from '../support/open-faulty-proxy.ts';
import { expectOnServer, missingIn, waitForMarks, wordsOf } from './marks.ts';
import { openLine } from './open-line.ts';
import { createDocument, expect, saveState, signUp, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring, goToEnd, watchWriter, type Writer } from './writer.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const OFFLINE = 'Offline – kept on this device';
/** *Saved* requires contact with the server less than this long ago… */
const SAVED_WITHOUT_CONTACT_MS = 20_000;
/** …and a busy machine may need this long to show another state. */
const SLACK_MS = 3000;

const expectShown = (page: Page, words: readonly string[]): Promise<void> =>
  expect.poll(async () => missingIn(await textOf(page).innerText(), words), { timeout: 30_000 }).toEqual([]);

/** All changes are on the server and on both pages, and *Saved* was never shown too early. */
async function expectNothingLost(writers: readonly Writer[]): Promise<void> {
  const words = writers.flatMap(({ marks }) => wordsOf(marks));
  for (const { page, status, readText } of writers) {
    await expectOnServer(readText, words);
    await expectShown(page, words);
    await waitUntilSaved(page);
    await status.verify();
  }
}

test('two authors whose networks come and go lose no changes', async ({ browser, person, spolu }) => {
  const line = await openLine(spolu.url);
  const ann = await signUp(browser, line.url, 'Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Train');
  await goToEnd(ann.page);
  await ann.page.keyboard.type('Beginning. ');
  await ann.page.keyboard.press('Enter');
  await bring(ann, bob, path);
  const writers = [await watchWriter(ann, spolu.url), await watchWriter(bob, spolu.url)] as const;
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+Home');
  await goToEnd(ann.page);
  const [annWrites, bobWrites] = writers.map(({ page, marks }) => marks.start(page));
  const bothWrite = () => Promise.all(writers.map(({ marks }) => waitForMarks(marks, 3)));

  await bothWrite();
  line.cut();
  await expect(saveState(ann.page)).toHaveText(OFFLINE, { timeout: 30_000 });
  await bothWrite();
  await bob.page.context().setOffline(true);
  await expect(saveState(bob.page)).toHaveText(OFFLINE, { timeout: 30_000 });
  await bothWrite();
  line.repair();
  await bothWrite();
  await bob.page.context().setOffline(false);
  await bothWrite();
  await Promise.all([annWrites!.stop(), bobWrites!.stop()]);

  await expectNothingLost(writers);
  await line.close();
});

test('saving continues when only the live connection is cut, and live updates resume', async ({
  browser,
  person,
  spolu,
}) => {
  test.setTimeout(150_000);
  const proxy = await openFaultyProxy(spolu.url);
  const ann = await signUp(browser, proxy.url, 'Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Blocked');
  await bring(ann, bob, path);
  const writers = [await watchWriter(ann, spolu.url), await watchWriter(bob, spolu.url)] as const;
  await goToEnd(ann.page);
  await writers[0].marks.type(ann.page);
  await expectShown(bob.page, wordsOf(writers[0].marks));

  proxy.realtimeUrl = null;
  proxy.cut();
  await writers[0].marks.type(ann.page);
  await expectOnServer(writers[0].readText, wordsOf(writers[0].marks));
  await waitUntilSaved(ann.page);
  const paused = ann.page.getByText('Live updates are paused');
  await expect(paused).toBeVisible({ timeout: 60_000 });
  await writers[0].marks.type(ann.page);
  await expectShown(bob.page, wordsOf(writers[0].marks));
  await goToEnd(bob.page);
  await writers[1].marks.type(bob.page);
  await expectShown(ann.page, wordsOf(writers[1].marks));

  proxy.realtimeUrl = spolu.url;
  await expect(paused).toBeHidden({ timeout: 60_000 });
  await writers[0].marks.type(ann.page);
  await expectNothingLost(writers);
  await proxy.close();
});

test('on a connection without replies, Saved is not shown for longer than promised', async ({
  browser,
  spolu,
}) => {
  test.setTimeout(150_000);
  const line = await openLine(spolu.url);
  const writers = await Promise.all(
    ['Ann', 'Bob'].map(async (name) => {
      const person = await signUp(browser, line.url, name);
      await createDocument(person.page, 'Tunnel');
      const writer = await watchWriter(person, spolu.url);
      await goToEnd(writer.page);
      await writer.marks.type(writer.page);
      await waitUntilSaved(writer.page);
      return writer;
    }),
  );
  const [, busy] = writers as [Writer, Writer];

  line.silence();
  const silentSinceMs = Date.now();
  await busy.marks.type(busy.page);
  for (const { status } of writers) {
    // The watcher receives a state a moment after the page shows it.
    await expect.poll(() => status.said.at(-1)?.label, { timeout: 60_000 }).toBe(OFFLINE);
    const { atMs } = status.said.at(-1)!;
    expect(atMs).toBeGreaterThan(silentSinceMs);
    expect(atMs - silentSinceMs).toBeLessThan(SAVED_WITHOUT_CONTACT_MS + SLACK_MS);
  }
  const { length: before } = busy.status.said;
  await busy.marks.type(busy.page);
  await expect(saveState(busy.page)).toHaveText(OFFLINE);
  const labels = busy.status.said.slice(before).map(({ label }) => label);
  expect(labels, 'no alarm while a change is being stored').not.toContain('Not saved');

  line.repair();
  for (const writer of writers) await expectNothingLost([writer]);
  await line.close();
});

test('lazy parts and texts load when the network returns', async ({ person }) => {
  const { page } = await person('Ann');
  const isLate = /\/assets\/(?:history-panel|share-dialog|en-us-(?:history|sharing)|find)[^/]*\.(?:js|css)$/;
  await page.route(isLate, (route) => route.abort());
  const kept = page.waitForEvent('requestfailed', { predicate: (request) => isLate.test(request.url()) });
  await createDocument(page, 'Tunnel');
  await kept;
  await page.getByRole('button', { name: 'Version history' }).click();
  await page.unroute(isLate);
  await expect(page.getByRole('heading', { name: 'Version history' })).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
