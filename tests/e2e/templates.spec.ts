/** The first minute, and documents that begin with something. */
import { violationsOf } from './axe.ts';
import { createDocument, expect, follow, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

test('from an empty list to a text in one click, and to templates of my own in a folder', async ({
  person,
}) => {
  const { page } = await person('Ann');
  const button = (name: string) => page.getByRole('button', { name });
  const choose = async (opener: string, item: string | RegExp): Promise<void> => {
    await button(opener).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const toList = () => follow(page, 'Back to documents', 'Documents');
  const list = page.getByRole('list', { name: 'Your documents' });

  await test.step('the empty list', async () => {
    await page.goto('/documents');
    await expect(button('New document')).toHaveCount(1);
    await expect(button('Contract')).toBeVisible();
    await expect(button('Import')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await button('Meeting notes').click();
    await expect(titleOf(page)).toHaveValue(/^Meeting notes, \w+ \d+, \d{4}$/);
    await expect(textOf(page).getByRole('heading', { name: 'Decisions' })).toBeVisible();
    await expect(textOf(page).getByRole('checkbox')).toHaveCount(2);
    await page.reload();
    await expect(textOf(page).getByRole('heading', { name: 'Action items' })).toBeVisible();
  });

  await test.step('a sample that teaches by doing, and goes to the trash', async () => {
    await toList();
    await choose('More ways to begin', 'Open a sample document');
    await expect(titleOf(page)).toHaveValue('Try Spolu');
    await expect(textOf(page).getByRole('checkbox')).toHaveCount(7);
    await button('Document menu').click();
    await button('Move to trash').click();
    await expect(list.getByRole('link', { name: /^Meeting notes/ })).toBeVisible();
    await expect(list.getByRole('link', { name: 'Try Spolu' })).toHaveCount(0);
  });

  await test.step('a document becomes a template', async () => {
    await createDocument(page, 'Offer');
    await textOf(page).click();
    await page.keyboard.type('Dear Sir');
    await waitUntilSaved(page);
    await button('Document menu').click();
    await button('Save as a template').click();
    await expect(page.getByRole('status').filter({ hasText: 'was saved as a template' })).toBeVisible();
    await page.keyboard.press('Escape');
    await toList();
    await expect(list.getByRole('link', { name: 'Offer' })).toHaveCount(1);
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await expect(list.getByRole('link')).toHaveText(['Offer']);
  });

  await test.step('it is offered first in a folder, and the new document is there', async () => {
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await button('New folder').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Clients');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /^Clients/ })).toBeVisible();
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await choose('Actions for Offer', 'Offer first in a folder…');
    await page.getByRole('dialog').getByRole('button', { name: 'Clients' }).click();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Clients', pressed: true }),
    ).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('link', { name: /^Clients/ }).click();
    await choose('More ways to begin', 'From a template…');
    const dialog = page.getByRole('dialog', { name: 'Start from a template' });
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['First in Clients', 'Ready-made']);
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Offer/ }).click();
    await expect(textOf(page)).toHaveText('Dear Sir');
    await expect(titleOf(page)).toHaveValue('Offer');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 2, name: 'Clients' })).toBeVisible();
    await expect(list.getByRole('link')).toHaveText(['Offer']);
  });
});
