/** A device whose storage is full. */
import type { Page } from '@playwright/test';
import { readServerText } from './server-text.ts';
import { createDocument, expect, saveState, test, textOf, waitUntilKept, waitUntilSaved } from './spolu.ts';
import { goToEnd } from './writer.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const FULL = 'This device’s storage is full';

const MEGABYTE = 1024 * 1024;

/** Before the page has stored anything: the browser looks at this number only now and then. */
async function limitStorage(page: Page, url: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 8 * MEGABYTE });
}

/** Until the browser takes nothing more. Returns the number of bytes. */
const fillStorage = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('story-of-others');
    await new Promise((resolve) => {
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('bytes'));
      opening.addEventListener('success', resolve);
    });
    const put = (bytes: number): Promise<boolean> =>
      new Promise((resolve) => {
        const writing = opening.result.transaction('bytes', 'readwrite');
        const value = crypto.getRandomValues(new Uint8Array(bytes));
        writing.objectStore('bytes').put(value, Math.random());
        writing.addEventListener('complete', () => resolve(true));
        writing.addEventListener('abort', () => resolve(false));
      });
    let total = 0;
    for (let bytes = 65_536; bytes >= 64; bytes /= 2) while (await put(bytes)) total += bytes;
    opening.result.close();
    return total;
  });

const emptyStorage = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase('story-of-others');
    await new Promise((resolve) => void deleting.addEventListener('success', resolve));
  });

test('a device that becomes full in the middle of writing is told of, and everything typed is saved with a line', async ({
  person,
  spolu,
}) => {
  const { page } = await person('Ann');
  await limitStorage(page, spolu.url);
  await createDocument(page, 'Tunnel');
  const readText = await readServerText(page, spolu.url);
  await waitUntilSaved(page);
  await goToEnd(page);
  await page.context().setOffline(true);
  await page.keyboard.type('Kept. ');
  await waitUntilKept(page);
  expect(await fillStorage(page)).toBeGreaterThan(0);
  await page.keyboard.type('Too much');
  await page.keyboard.insertText(' for this device'.repeat(2000));
  await expect(page.getByText(FULL)).toBeVisible({ timeout: 30_000 });
  await expect(saveState(page)).toHaveText('Not saved');
  const text = await textOf(page).innerText();

  await page.context().setOffline(false);
  await waitUntilSaved(page, 60_000);
  await expect.poll(readText).toBe(text);
  await emptyStorage(page);
  await page.keyboard.type('!');
  await waitUntilSaved(page);
  await expect(page.getByText(FULL)).toHaveCount(0);
});
