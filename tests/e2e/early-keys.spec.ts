import { createDocument, expect, follow, test } from './spolu.ts';

test('Mod+K and the text after it are kept while the files load, and a phone opens Find by touch', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Chata');
  await follow(page, 'Back to documents', 'Documents');
  const field = page.getByRole('combobox', { name: 'Find' });

  await test.step('before the part with its keys', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/assets\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => 'spoluFind' in window);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cha');
    release();
    await expect(field).toHaveValue('cha');
    await page.keyboard.type('ta');
    await expect(field).toHaveValue('chata');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^Chata/);
    await page.keyboard.press('Escape');
    await page.unroute(/assets\/.*\.js/);
  });

  await test.step('and right after it', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Find a document…' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('chata');
    await expect(field).toHaveValue('chata');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Chata');
  });

  await test.step('on a phone by its button; signing out is among the commands', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await follow(page, 'Back to documents', 'Documents');
    await page.getByRole('button', { name: 'Find a document…' }).click();
    await field.fill('sign out');
    await expect(page.getByRole('option').first()).toHaveText('Sign out');
    await page.getByRole('option').first().click();
    await expect(page.getByRole('heading', { name: /Sign in/ })).toBeVisible();
  });
});
