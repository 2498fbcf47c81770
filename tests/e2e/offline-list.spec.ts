/** The list of documents without a line: what is on this device, and what is kept there. */
import type { Page } from '@playwright/test';
import { newDocument } from '../support/new-document.ts';
import { untilOnDevice } from './on-device.ts';
import { callerOf, createDocument, expect, follow, test, textOf } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const rowOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) });

const MISSING = 'Not on this device';
const LINE = 'You are offline. Documents on this device open and are saved when you are back.';

test('without a line, the list says which documents are on this device, and opens only those', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Here');
  await textOf(page).click();
  await page.keyboard.type('On this device.');
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
