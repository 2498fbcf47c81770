import type { Page } from '@playwright/test';
import { expect, share, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

/** Collects warnings and errors of the console, violations of the security policy and failed requests. */
function listComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('every URL leads to the same page, without warnings or errors of the browser', async ({
  person,
  browser,
  spolu,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const { page } = ann;
  const complaints = [listComplaints(page), listComplaints(bob.page)];

  await test.step('one click from the list to typing', async () => {
    await page.goto('/documents');
    await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New document' }).click();
    await expect(titleOf(page)).toBeFocused();
    await page.keyboard.type('Spring\nWe begin in March.');
    await expect(textOf(page)).toContainText('We begin in March.');
    await waitUntilSaved(page);
  });
  const path = pathOf(page);

  await test.step('a title appears for the other author, in the tab and in the list', async () => {
    await share(page, bob.email, 'Editor');
    await bob.page.goto(path);
    await expect(bob.page).toHaveTitle('Spring – Spolu');
    await titleOf(bob.page).fill('Autumn');
    await expect(titleOf(page)).toHaveValue('Autumn');
    await expect(page).toHaveTitle('Autumn – Spolu');
    await waitUntilSaved(bob.page);
    await page.getByRole('link', { name: 'Back to documents' }).click();
    await expect(page.getByRole('link', { name: 'Autumn' })).toBeVisible();
  });

  await test.step('back, forward, reload', async () => {
    await page.getByRole('link', { name: 'Autumn' }).click();
    await expect(textOf(page)).toContainText('We begin in March.');
    await page.getByRole('button', { name: 'Version history' }).click();
    const save = page.getByRole('button', { name: 'Save version' });
    await expect(save).toBeVisible();
    expect(pathOf(page)).toBe(`${path}/history`);
    await page.goBack();
    await expect(save).toBeHidden();
    await expect(textOf(page)).toContainText('We begin in March.');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
    await page.goForward();
    await page.goForward();
    await expect(save).toBeVisible();
    await page.reload();
    await expect(save).toBeVisible();
    await expect(textOf(page)).toContainText('We begin in March.');
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  });

  await test.step('a copied URL leads a visitor there after sign-in', async () => {
    const visitor = await (await browser.newContext({ baseURL: spolu.url })).newPage();
    complaints.push(listComplaints(visitor));
    await visitor.goto(`${path}/history`);
    const heading = visitor.getByRole('heading', { level: 1, name: 'Sign in' });
    await expect(heading).toBeVisible();
    const place = await heading.boundingBox();
    await visitor.getByRole('button', { name: 'Sign in' }).click();
    await expect(visitor.getByText('Enter your password.')).toBeVisible();
    expect(await heading.boundingBox(), 'no layout shift').toEqual(place);
    await visitor.getByLabel('Email').fill(bob.email);
    await visitor.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('button', { name: 'Save version' })).toBeVisible();
    expect(pathOf(visitor)).toBe(`${path}/history`);
  });

  expect(complaints.flat()).toEqual([]);
});
