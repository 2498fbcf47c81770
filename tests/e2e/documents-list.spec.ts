import { createDocument, expect, follow, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

test('a document is found, renamed in its row, duplicated, deleted and restored with its text', async ({
  person,
}) => {
  const { page } = await person('Ann');
  for (const [title, words] of [
    ['Chata', 'Take the keys.'],
    ['Beach', 'Take the towels.'],
  ] as const) {
    await createDocument(page, title);
    await textOf(page).click();
    await page.keyboard.type(words);
    await waitUntilSaved(page);
  }
  await follow(page, 'Back to documents', 'Documents');
  const list = page.getByRole('list', { name: 'Your documents' });
  const link = (name: string) => list.getByRole('link', { name, exact: true });
  const titles = () => list.getByRole('link').allTextContents();
  const choose = async (title: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  await test.step('sort and search', async () => {
    await expect.poll(titles).toEqual(['Beach', 'Chata']);
    await choose('Beach', 'Rename');
    // The closing menu moves the focus last; users do not type that fast.
    await expect(page.getByRole('textbox', { name: 'New title' })).toBeFocused();
    await page.keyboard.type('Tábor');
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['Tábor', 'Chata']);
    await page.getByLabel('Sort by').selectOption({ label: 'Name, A–Z' });
    await expect.poll(titles).toEqual(['Chata', 'Tábor']);
    await page.getByPlaceholder('Search').fill('tabor');
    await expect.poll(titles).toEqual(['Tábor']);
    await page.getByPlaceholder('Search').fill('');
  });

  await test.step('rename by key', async () => {
    await link('Chata').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Chalupa');
    await page.keyboard.press('Enter');
    await expect(link('Chalupa')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(titleOf(page)).toHaveValue('Chalupa');
    await expect(textOf(page)).toHaveText('Take the keys.');
    await page.goBack();
  });

  await test.step('keys: to the search, between the rows, into the trash; its owner opens it there and restores it', async () => {
    await expect(link('Chalupa')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder('Search')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link('Chalupa')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(link('Tábor')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(link('Chalupa')).toBeFocused();
    const address = await link('Chalupa').getAttribute('href');
    await page.keyboard.press('Delete');
    await expect(link('Chalupa')).toBeHidden();
    await expect(page.getByText('“Chalupa” was moved to the trash.')).toBeVisible();
    await page.goto(address ?? '');
    await expect(page.getByRole('heading', { name: 'This document is in your trash' })).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(textOf(page)).toHaveText('Take the keys.');
    await page.getByRole('link', { name: 'Back to documents' }).click();
  });

  await test.step('renamed in the document’s menu, shared in the row’s, two removed together', async () => {
    await link('Tábor').click();
    await page.getByRole('button', { name: 'Document menu' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.keyboard.type('Les');
    await page.getByRole('link', { name: 'Back to documents' }).click();
    await choose('Les', 'Share…');
    await expect(
      page.getByRole('dialog', { name: 'Share “Les”' }).getByText('Ann', { exact: true }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Actions for Les' })).toBeFocused();
    await link('Les').hover();
    await page.getByRole('checkbox', { name: 'Select Les' }).check();
    await link('Chalupa').focus();
    await page.keyboard.press('x');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(link('Les')).toBeHidden();
    await expect(link('Chalupa')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(titles).toEqual(['Chalupa', 'Les']);
  });

  await test.step('duplicate, trash, restore', async () => {
    await choose('Chalupa', 'Duplicate');
    await expect(link('Copy of Chalupa')).toBeVisible();
    await choose('Copy of Chalupa', 'Move to trash');
    await expect(link('Copy of Chalupa')).toBeHidden();
    await page.getByRole('link', { name: 'Trash' }).click();
    // The list shows it at once; a page that opens it before the server has restored it waits for that.
    await page.route('**/rpc/restore_document', async (route) => {
      await page.waitForTimeout(2500);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Restore Copy of Chalupa' }).click();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await link('Copy of Chalupa').click();
    await expect(titleOf(page)).toHaveValue('Copy of Chalupa');
    await expect(textOf(page)).toHaveText('Take the keys.');
  });
});
