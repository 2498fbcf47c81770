import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { createDocument, expect, follow, test, textOf, waitUntilSaved } from './spolu.ts';

const SEARCH = 'Search';
const placesOf = (page: Page) => page.getByRole('list', { name: 'In texts' });

test('text that was just written is found by other forms of its words, in the list and by Mod+K, and by nobody else', async ({
  person,
}) => {
  const { page } = await person('Ann');
  const { keyboard } = page;
  const { page: bens } = await person('Ben');
  await createDocument(page, 'Chata');
  await textOf(page).click();
  for (let line = 0; line < 60; line += 1) await keyboard.type(`Řádek ${line}\n`);
  await keyboard.type('Podepsali jsme smlouvu o dílo s truhlářem.');

  await test.step('in the open text, before the server knows it', async () => {
    await keyboard.press('Control+k');
    await keyboard.type('smlouvy truhlare');
    const found = page.getByRole('group', { name: 'In texts' }).getByRole('option');
    await expect(found).toHaveText(/^Chata.*Podepsali jsme/);
    await keyboard.press('Enter');
    await expect(textOf(page).locator('.find-current')).toHaveText('smlouvu');
  });
  await waitUntilSaved(page);
  await follow(page, 'Back to documents', 'Documents');
  const place = placesOf(page).getByRole('link');

  await test.step('in the list, with keys alone; it opens at its words', async () => {
    await expect(async () => {
      await page.getByPlaceholder(SEARCH).fill('');
      await page.getByPlaceholder(SEARCH).fill('smlouvy o dilo');
      await expect(place).toHaveText(/^ChataPodepsali jsme smlouvu\so\sdílo/, { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await expect(placesOf(page).locator('mark')).toHaveText(['smlouvu', 'dílo']);
    await expect(page.getByRole('heading', { name: /^No documents found/ })).toBeHidden();
    await expectAccessible(page, 'places in texts');
    await page.getByPlaceholder(SEARCH).press('ArrowDown');
    await expect(place).toBeFocused();
    await keyboard.press('Enter');
    await expect(textOf(page).locator('.find-current')).toHaveText('smlouvu');
    await expect(textOf(page).locator('.find-current')).toBeInViewport();
    await follow(page, 'Back to documents', 'Documents');
  });

  await test.step('titles stand above, and the keys go through both', async () => {
    await createDocument(page, 'Smlouva');
    await follow(page, 'Back to documents', 'Documents');
    await page.getByPlaceholder(SEARCH).fill('smlouv');
    await expect(place).toBeVisible();
    const title = page.getByRole('list', { name: 'Your documents' }).getByRole('link');
    await expect(title).toHaveText('Smlouva');
    await page.getByPlaceholder(SEARCH).press('ArrowDown');
    await expect(title).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(place.first()).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(title).toBeFocused();
  });

  await test.step('by Mod+K', async () => {
    await keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await keyboard.type('truhlarem');
    const active = page.getByRole('option', { selected: true });
    await expect(active).toHaveText(/^Chata/);
    await keyboard.press('Enter');
    await expect(textOf(page).locator('.find-current')).toHaveText('truhlářem');
    await follow(page, 'Back to documents', 'Documents');
  });

  await test.step('somebody without access finds nothing, and somebody with it does', async () => {
    await bens.goto('/documents');
    await createDocument(bens, 'Mine');
    await follow(bens, 'Back to documents', 'Documents');
    await bens.getByPlaceholder(SEARCH).fill('smlouvy o dilo');
    await expect(
      bens.getByRole('heading', { name: 'No documents found for “smlouvy o dilo”' }),
    ).toBeVisible();
    await expect(placesOf(bens)).toBeHidden();
  });

  await test.step('what is in the trash is found only where it is asked for', async () => {
    await page.getByRole('button', { name: 'Actions for Chata' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByPlaceholder(SEARCH).fill('truhlarem');
    await expect(page.getByRole('heading', { name: 'No documents found for “truhlarem”' })).toBeVisible();
    await page.getByLabel('Also search the trash').check();
    await expect(place).toHaveText(/^Chatain the trash/);
    await place.click();
    await expect(page.getByRole('heading', { name: 'This document is in your trash' })).toBeVisible();
  });
});
