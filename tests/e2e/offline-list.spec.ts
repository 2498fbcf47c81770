/** The list of documents without a line: what is on this device, and what is kept there. */
import type { Page } from '@playwright/test';
import { newDocument } from '../support/new-document.ts';
import { countTexts, untilOnDevice } from './on-device.ts';
import {
  callerOf,
  createDocument,
  expect,
  follow,
  PASSWORD,
  share,
  test,
  textOf,
  waitUntilSaved,
} from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const rowOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });

const MISSING = 'Not on this device';
const LINE = 'You’re offline. You can work on documents kept here; changes are sent once you’re back online.';

test('without a line, the list says which documents are on this device, and opens only those', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Here');
  await textOf(page).click();
  await page.keyboard.type('On this device.');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  await untilOnDevice(page);
  await newDocument(callerOf(page)!);
  await page.reload();
  await expect(rowOf(page, 'Untitled')).toBeVisible();
  await expect(page.getByText(MISSING)).toHaveCount(0);

  const before = await rowOf(page, 'Here').boundingBox();
  await page.context().setOffline(true);
  await expect(page.getByText(LINE)).toBeVisible();
  await expect(rowOf(page, 'Untitled').getByText(MISSING)).toBeVisible();
  await expect(rowOf(page, 'Here').getByText(MISSING)).toHaveCount(0);
  expect(await rowOf(page, 'Here').boundingBox()).toEqual(before);

  await page.getByRole('link', { name: 'Untitled' }).click();
  await expect(page.getByText('“Untitled” isn’t on this device.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/documents');
  await page.getByRole('link', { name: 'Here' }).click();
  await expect(textOf(page)).toHaveText('On this device.');

  await page.getByRole('link', { name: 'Back to documents' }).click();
  await page.context().setOffline(false);
  await expect(page.getByText(LINE)).toBeHidden();
  await expect(page.getByText(MISSING)).toHaveCount(0);
});

test('what is kept on this device opens without a line although it was never opened here', async ({
  person,
}) => {
  const { page } = await person('Ann');
  const caller = callerOf(page)!;
  for (let count = 0; count < 2; count += 1) await newDocument(caller);
  await page.goto('/documents');
  const first = page.getByRole('list', { name: 'Your documents' }).getByRole('listitem').first();
  await first.getByRole('button', { name: 'Actions for Untitled' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Keep on this device' }).click();
  await expect(page.getByText('stays on this device and opens without a connection')).toBeVisible();
  await expect(first.getByText('Kept on this device')).toHaveCount(1);
  await expect.poll(() => countTexts(page), { timeout: 40_000 }).toBe(2);

  await page.context().setOffline(true);
  await expect(page.getByText(LINE)).toBeVisible();
  await expect(page.getByText(MISSING)).toHaveCount(0);
  await first.getByRole('link', { name: 'Untitled' }).click();
  await expect(textOf(page)).toBeVisible();
});

test('a document that its owner keeps off devices leaves them, and so does one that a person may not read any more', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const path = await createDocument(ann.page, 'Secret');
  await waitUntilSaved(ann.page);
  await share(ann.page, ben.email, 'Editor');
  const documentId = path.split('/').at(-1)!;
  await ben.page.goto(path);
  await textOf(ben.page).click();
  await ben.page.keyboard.type('Seen by Ben.');
  await follow(ben.page, 'Back to documents', 'Documents');
  await untilOnDevice(ben.page);

  const caller = callerOf(ann.page)!;
  expect(
    (await caller.rpc('set_keep_on_devices', { p_document: documentId, p_keep: false })).error,
  ).toBeNull();
  await ben.page.reload();
  await expect.poll(() => countTexts(ben.page), { timeout: 40_000 }).toBe(0);
  await rowOf(ben.page, 'Secret').getByRole('link').click();
  await expect(textOf(ben.page)).toContainText('Seen by Ben.');
  await follow(ben.page, 'Back to documents', 'Documents');
  expect(await countTexts(ben.page)).toBe(0);

  expect(
    (await caller.rpc('set_keep_on_devices', { p_document: documentId, p_keep: true })).error,
  ).toBeNull();
  await ben.page.reload();
  await untilOnDevice(ben.page);
  const { data } = await callerOf(ben.page)!.auth.getUser();
  const removed = await caller.rpc('remove_member', { p_document: documentId, p_user: data.user!.id });
  expect(removed.error).toBeNull();
  await ben.page.reload();
  await expect.poll(() => countTexts(ben.page), { timeout: 40_000 }).toBe(0);
});

test('on a shared computer no text and no list stays, only what is unsent', async ({
  browser,
  person,
  spolu,
}) => {
  const { email, page: own } = await person('Ann');
  await createDocument(own, 'Elsewhere');
  const context = await browser.newContext({ baseURL: spolu.url, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('This is a shared computer').check();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await textOf(page).click();
  await page.keyboard.type('Read here.');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Elsewhere' })).toBeVisible();
  expect(await countTexts(page)).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('lists')))).toEqual(
    [],
  );

  // The browser is closed, and its session cookies with it.
  await context.clearCookies();
  await page.goto('/documents');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByLabel('This is a shared computer')).toBeChecked();
});

test('signing out takes texts and lists off the device', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Mine');
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  await untilOnDevice(page);
  await page.getByRole('button', { name: '(you)' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => countTexts(page)).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('lists')))).toEqual(
    [],
  );
});
