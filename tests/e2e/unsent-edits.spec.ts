import type { Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, waitUntilKept, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

test('changes that the server rejects are kept, shown, and can be exported', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Shared');
  await share(ann.page, bob.email, 'Editor');
  await bob.page.goto(path);
  await textOf(bob.page).click();
  await waitUntilSaved(bob.page);

  // Bob writes offline; meanwhile Ann makes him a viewer.
  const train = bob.page.context();
  await train.setOffline(true);
  await bob.page.keyboard.type('Written on the train.');
  await waitUntilKept(bob.page);
  await bob.page.close();
  await ann.page.getByRole('button', { name: 'Share' }).click();
  const role = ann.page.getByRole('dialog').getByLabel('Role of Bob', { exact: true });
  await role.selectOption({ label: 'Viewer' });
  await expect(ann.page.getByText('Bob: Viewer')).toBeVisible();

  await train.setOffline(false);
  const page = await train.newPage();
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Show edits' }).click();
  const entry = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Shared' });
  await expect(entry).toContainText('You can no longer edit this document.');
  await expect(entry.getByRole('region')).toHaveText('Written on the train.');
  const download = page.waitForEvent('download');
  await entry.getByRole('button', { name: 'Export as file' }).click();
  expect((await download).suggestedFilename()).toBe('Shared.txt');
  await page.keyboard.press('Escape');

  // Signing out would delete them, so it needs confirmation.
  await signOut(page);
  await expect(page.getByRole('dialog')).toContainText(
    'in 1 document couldn’t be saved and are only on this device',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();

  // As an editor again, he only needs to retry.
  await role.selectOption({ label: 'Editor' });
  await expect(ann.page.getByText('Bob: Editor')).toBeVisible();
  await page.getByRole('button', { name: 'Show edits' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Everything you wrote on this device has been saved.')).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(textOf(ann.page)).toContainText('Written on the train.');

  await page.keyboard.press('Escape');
  await signOut(page);
  await page.waitForURL(/\/sign-in/);
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
});

test('changes of a closed tab are saved by the next page, whichever it is', async ({
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
  await waitUntilKept(ann.page);
  await ann.page.close();

  await context.setOffline(false);
  const list = await context.newPage();
  await list.goto('/documents');
  await expect(list.getByRole('link', { name: 'Closed' })).toBeVisible();

  // A browser with only the sign-in shows what the server has.
  const elsewhere = await browser.newContext({
    baseURL: spolu.url,
    storageState: await context.storageState({ indexedDB: false }),
  });
  const fresh = await elsewhere.newPage();
  await fresh.goto(path);
  await expect(textOf(fresh)).toHaveText('Online. Written on a train.');
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bob (you)' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
