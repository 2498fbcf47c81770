import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { createDocument, expect, follow, test, textOf, waitUntilSaved } from './spolu.ts';

/** Closes any open layer, opens another from inside the text, and waits until it is visible. */
async function inText(page: Page, open: () => Promise<void>): Promise<void> {
  const menu = page.getByRole('listbox').or(page.getByRole('toolbar', { name: 'Selected text' }));
  const opened = menu.or(page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await textOf(page).focus();
  await page.keyboard.press('Control+End');
  await open();
  await expect(opened).toBeVisible();
}

async function openNaming(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Save version' }).click();
  await expect(page.getByLabel('Version name')).toBeVisible();
}

/** Shows the changes of the newest version. */
async function openVersion(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('complementary').getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: /change/ })).toBeVisible();
}

/** Opens the calendar of a history with versions of two days. */
async function openCalendar(page: Page, path: string): Promise<void> {
  const versions = [20, 3].map((day, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    seq: 9 - at,
    kind: 'automatic',
    name: null,
    note: null,
    created_at: new Date(2026, 10, day, 9).toISOString(),
    ended_at: new Date(2026, 10, day, 9, 20).toISOString(),
    typed: 214,
    deleted: 38,
    author: null,
    authors: [{ typed: 214, deleted: 38, session: { person: null } }],
    restored_version_id: null,
    restore_session_id: null,
  }));
  await page.route('**/rest/v1/versions*', (route) => route.fulfill({ json: versions }));
  await page.goto(`${path}/history`);
  await page.getByRole('button', { name: 'Choose a day' }).click();
  await expect(page.getByRole('grid', { name: 'November 2026' })).toBeVisible();
}

test('axe reports no violation on any page or dialog, in light or dark', async ({
  person,
  browser,
  spolu,
}) => {
  // Checks every page and dialog twice.
  test.setTimeout(240_000);
  const ann = await person('Ann');
  const path = await createDocument(ann.page, 'Accessible');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Some text to look at.');
  await waitUntilSaved(ann.page);
  const visitor = await (await browser.newContext({ baseURL: spolu.url })).newPage();

  const places: [name: string, page: Page, open: () => Promise<unknown>][] = [
    ['sign-up', visitor, () => visitor.goto('/sign-up')],
    ['sign-in', visitor, () => follow(visitor, 'Sign in', 'Sign in')],
    ['forgot password', visitor, () => follow(visitor, 'Forgot your password?', 'Reset your password')],
    ['confirm', visitor, () => visitor.goto('/confirm#token_hash=x&type=magiclink&email=a%40b.test')],
    ['documents', ann.page, () => ann.page.goto('/documents')],
    ['account', ann.page, () => ann.page.goto('/account')],
    ['document', ann.page, () => ann.page.goto(path)],
    ['own face', ann.page, () => ann.page.getByRole('button', { name: 'Ann (you)' }).click()],
    [
      'document menu',
      ann.page,
      () => inText(ann.page, () => ann.page.getByRole('button', { name: 'Document menu' }).click()),
    ],
    ['slash menu', ann.page, () => inText(ann.page, () => ann.page.keyboard.type(' /'))],
    ['bubble menu', ann.page, () => inText(ann.page, () => ann.page.keyboard.press('Shift+Home'))],
    ['shortcuts', ann.page, () => inText(ann.page, () => ann.page.keyboard.press('Control+/'))],
    [
      'share',
      ann.page,
      () => inText(ann.page, () => ann.page.getByRole('button', { name: 'Share' }).click()),
    ],
    ['history', ann.page, () => ann.page.goto(`${path}/history`)],
    [
      'rule of thinning',
      ann.page,
      () => ann.page.getByRole('button', { name: 'How long versions are kept' }).click(),
    ],
    ['naming', ann.page, () => openNaming(ann.page)],
    ['version', ann.page, () => openVersion(ann.page)],
    ['calendar', ann.page, () => openCalendar(ann.page, path)],
    ['nowhere', ann.page, () => ann.page.goto('/nowhere')],
  ];
  for (const [name, page, open] of places) {
    await open();
    await expect(page.getByRole('heading').or(page.getByRole('toolbar')).first()).toBeVisible();
    await expectAccessible(page, name);
  }
});
