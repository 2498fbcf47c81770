import type { Page } from '@playwright/test';
import { expectOnServer, wordsOf } from './marks.ts';
import { createDocument, expect, saveState, test, waitUntilSaved } from './spolu.ts';
import type { StatusWatch } from './watch-status.ts';
import { goToEnd, watchWriter } from './writer.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const OFFLINE = 'Offline – kept on this device';

/** Longer than the page takes to notice that its storage was cleared. */
const LASTS_MS = 4000;

/** Ignores states from before the storage was cleared. */
function expectKept({ said }: StatusWatch): Promise<void> {
  const fromMs = Date.now();
  const isKept = (): boolean => {
    const last = said.at(-1);
    return last?.label === OFFLINE && Date.now() - Math.max(last.atMs, fromMs) > LASTS_MS;
  };
  return expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}

/** Clears the site data while the page is running. */
async function clearStorage(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

const deleteDatabases = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });

test('clearing the storage under the page loses nothing, and pending changes are stored again', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Cleared');
  const { page, marks, status, readText } = await watchWriter(ann, spolu.url);
  const context = page.context();
  await goToEnd(page);
  for (let count = 0; count < 3; count += 1) {
    await marks.type(page);
    await clearStorage(page);
    await marks.type(page);
  }
  await expectOnServer(readText, wordsOf(marks));
  await waitUntilSaved(page);

  await context.setOffline(true);
  await marks.type(page);
  await expect(saveState(page)).toHaveText(OFFLINE, { timeout: 30_000 });
  await clearStorage(page);
  await marks.type(page);
  await expectKept(status);
  await page.close();
  await context.setOffline(false);
  await (await context.newPage()).goto('/documents');
  await expectOnServer(readText, wordsOf(marks));
  await status.verify();
});

test('deleting pending changes from the device is shown, and the page still saves them', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Deleted');
  const { page, marks, status, readText } = await watchWriter(ann, spolu.url);
  await goToEnd(page);
  await marks.type(page);
  await waitUntilSaved(page);
  await page.context().setOffline(true);
  await marks.type(page);
  await expect(saveState(page)).toHaveText(OFFLINE, { timeout: 30_000 });
  await deleteDatabases(page);
  await expect(saveState(page)).toHaveText('Not saved', { timeout: 30_000 });
  await page.context().setOffline(false);
  await expectOnServer(readText, wordsOf(marks));
  await waitUntilSaved(page);
  await status.verify();
});

test('a browser without storage shows it, and confirms closing a page with unsaved changes', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  await ann.page.context().addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('switched off', 'SecurityError');
    };
  });
  await ann.page.reload();
  await createDocument(ann.page, 'Private');
  const { page, marks, status, readText } = await watchWriter(ann, spolu.url);
  await goToEnd(page);
  await marks.type(page);
  await expect(page.getByText('This browser keeps nothing on this device')).toBeVisible();
  await waitUntilSaved(page);

  await page.context().setOffline(true);
  await marks.type(page);
  await expect(saveState(page)).toHaveText('Not saved', { timeout: 30_000 });
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  expect(page.isClosed()).toBe(false);

  await page.context().setOffline(false);
  await waitUntilSaved(page);
  await expectOnServer(readText, wordsOf(marks));
  await status.verify();
  const closed = page.waitForEvent('close');
  page.on('dialog', (late) => expect(late.type(), 'no confirmation needed').toBe(''));
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('a page whose changes are stored on the device closes without confirmation', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Kept');
  const { page, marks, status, readText } = await watchWriter(ann, spolu.url);
  const context = page.context();
  await goToEnd(page);
  await marks.type(page);
  await waitUntilSaved(page);
  await context.setOffline(true);
  await marks.type(page);
  await expect(saveState(page)).toHaveText(OFFLINE, { timeout: 30_000 });
  const closed = page.waitForEvent('close');
  page.on('dialog', (dialog) => expect(dialog.type(), 'no confirmation needed').toBe(''));
  await page.close({ runBeforeUnload: true });
  await closed;
  await context.setOffline(false);
  await (await context.newPage()).goto(`${spolu.url}/documents`);
  await expectOnServer(readText, wordsOf(marks));
  await status.verify();
});
