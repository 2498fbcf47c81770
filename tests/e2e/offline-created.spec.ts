/** Documents that are created without a line, and changes of the list that are made without one. */
import type { Page } from '@playwright/test';
import { waitUntilKeptHere } from './on-device.ts';
import { readServerText } from './server-text.ts';
import {
  callerOf,
  expect,
  follow,
  share,
  test,
  textOf,
  titleOf,
  waitUntilKept,
  waitUntilSaved,
} from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const row = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

/** The list of an app that is kept on the device. */
async function openList(page: Page): Promise<void> {
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'New document' }).first()).toBeVisible();
  await waitUntilKeptHere(page);
}

async function createHere(page: Page, title: string, words: string): Promise<string> {
  await page.getByRole('button', { name: 'New document' }).first().click();
  await expect(textOf(page)).toBeVisible({ timeout: 5000 });
  await titleOf(page).fill(title);
  await textOf(page).click();
  await page.keyboard.type(words);
  await waitUntilKept(page);
  return new URL(page.url()).pathname;
}

async function listTitles(page: Page): Promise<string[]> {
  const { data, error } = await callerOf(page)!.rpc('list_my_documents');
  expect(error).toBeNull();
  return (data as { title: string }[]).map(({ title }) => title).toSorted();
}

test('two people create documents without a line; each is there once, whole, and can then be shared', async ({
  person,
  spolu,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await Promise.all([openList(ann.page), openList(bob.page)]);
  for (const { page } of [ann, bob]) await page.context().setOffline(true);
  await createHere(ann.page, 'Plan of Ann', 'Written in the tunnel. ');
  await createHere(bob.page, 'Plan of Bob', 'Written on the ship. ');
  for (const { page, name } of [ann, bob]) {
    await follow(page, 'Back to documents', 'Documents');
    await expect(row(page, `Plan of ${name}`)).toBeVisible();
    await row(page, `Plan of ${name}`).click();
    await expect(textOf(page)).toContainText('Written', { timeout: 2000 });
    await textOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('More.');
    await waitUntilKept(page);
    expect(await listTitles(page)).toEqual([]);
    await page.context().setOffline(false);
  }
  for (const { page, name } of [ann, bob]) {
    await waitUntilSaved(page, 30_000);
    expect(await (await readServerText(page, spolu.url))()).toMatch(
      /^Written (in the tunnel|on the ship)\. More\.$/,
    );
    expect(await listTitles(page)).toEqual([`Plan of ${name}`]);
  }
  await share(ann.page, bob.email, 'Editor');
  await bob.page.goto(new URL(ann.page.url()).pathname);
  await expect(textOf(bob.page)).toHaveText('Written in the tunnel. More.');
});

test('where the server creates a document slowly, it opens from this device and is saved soon', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await page.goto('/documents');
  await page.route('**/rpc/create_document', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await route.continue();
  });
  await page.getByRole('button', { name: 'New document' }).first().click();
  await expect(textOf(page)).toBeVisible();
  await textOf(page).click();
  await page.keyboard.type('Already here.');
  // A busy page still has keys to take; it says Saved meanwhile.
  await expect(textOf(page)).toHaveText('Already here.');
  await waitUntilSaved(page, 20_000);
  await page.reload();
  await expect(textOf(page)).toHaveText('Already here.');
});
