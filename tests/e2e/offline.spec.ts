import type { Page } from '@playwright/test';
import { untilOnDevice } from './on-device.ts';
import { readServerText } from './server-text.ts';
import { createDocument, expect, test, textOf, titleOf, waitUntilKept, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

/** By the browser's history, because the page itself cannot be loaded without the network. */
const toList = (page: Page): Promise<void> => page.getByRole('link', { name: 'Back to documents' }).click();
const open = (page: Page, title: string): Promise<void> =>
  page.getByRole('link', { name: title, exact: true }).click();

test('a document is opened, edited, closed and opened again without the network, and saved once', async ({
  person,
  spolu,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Tunnel');
  const readText = await readServerText(page, spolu.url);
  await textOf(page).click();
  await page.keyboard.type('Before. ');
  await waitUntilSaved(page);
  await toList(page);
  await untilOnDevice(page);

  await page.context().setOffline(true);
  await open(page, 'Tunnel');
  await expect(textOf(page)).toContainText('Before.', { timeout: 2000 });
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('In the tunnel. ');
  await waitUntilKept(page);
  await toList(page);
  await open(page, 'Tunnel');
  await expect(textOf(page)).toContainText('Before. In the tunnel.', { timeout: 2000 });
  await expect(titleOf(page)).toHaveValue('Tunnel');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Still there.');
  await waitUntilKept(page);

  await page.context().setOffline(false);
  await waitUntilSaved(page);
  await expect.poll(readText).toBe('Before. In the tunnel. Still there.');
  await expect(textOf(page)).toHaveText('Before. In the tunnel. Still there.');
});
