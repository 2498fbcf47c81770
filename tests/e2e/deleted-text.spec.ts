import { expectAccessible } from './axe.ts';
import { createDocument, expect, linesOf, share, test, textOf, waitUntilSaved } from './spolu.ts';

test('deleted text names its writer, and comes back at the caret; a viewer never gets it', async ({
  person,
}) => {
  const { page: ann } = await person('Ann');
  const ben = await person('Ben');
  const vera = await person('Vera');
  await createDocument(ann, 'Chata');
  const { pathname } = new URL(ann.url());
  await textOf(ann).click();
  await ann.keyboard.type('První odstavec.\nKlíče jsou pod rohožkou.\nPoslední odstavec.');
  await waitUntilSaved(ann);
  await share(ann, ben.email, 'Editor');
  await share(ann, vera.email, 'Viewer');

  await test.step('Ben deletes it', async () => {
    await ben.page.goto(pathname);
    await textOf(ben.page).getByText('Klíče').click({ clickCount: 3 });
    await ben.page.keyboard.press('Delete');
    await expect(textOf(ben.page)).not.toContainText('Klíče');
    await waitUntilSaved(ben.page);
    await expect(textOf(ann)).not.toContainText('Klíče');
  });

  const dialog = ann.getByRole('dialog', { name: 'Deleted text' });
  await test.step('Ann finds it by a command, and brings it back where her caret is', async () => {
    await textOf(ann).getByText('Poslední').click();
    await ann.keyboard.press('Control+End');
    await ann.keyboard.press('Control+k');
    await expect(ann.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await ann.keyboard.type('deleted text');
    await expect(ann.getByRole('option', { selected: true })).toHaveText('Deleted text');
    await ann.keyboard.press('Enter');
    await expect(dialog.getByText('Klíče jsou pod rohožkou.')).toBeVisible();
    await expect(dialog.getByText(/^Written by Ann, deleted by Ben · /)).toBeVisible();
    await expectAccessible(ann, 'deleted text');
    await dialog.getByLabel('Search in deleted text').fill('rohozkou');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Bring back here' }).click();
    await expect(dialog).toBeHidden();
    await expect(textOf(ann)).toBeFocused();
    await expect
      .poll(async () => (await linesOf(ann)).at(-1))
      .toBe('Poslední odstavec.Klíče jsou pod rohožkou.');
    await waitUntilSaved(ann);
  });

  await test.step('what is back is deleted no more', async () => {
    await ann.getByRole('button', { name: 'Version history' }).click();
    await ann.getByRole('button', { name: 'Deleted text…' }).click();
    await expect(dialog.getByText('Nothing has been deleted')).toBeVisible();
  });

  await test.step('a viewer is offered nothing', async () => {
    await vera.page.goto(pathname);
    await expect(textOf(vera.page)).toContainText('První');
    await vera.page.getByRole('button', { name: 'Version history' }).click();
    await expect(vera.page.getByRole('heading', { name: 'Version history' })).toBeVisible();
    await expect(vera.page.getByRole('button', { name: 'Deleted text…' })).toBeHidden();
  });
});
