import { expectAccessible } from './axe.ts';
import { createDocument, expect, follow, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

test('Mod+K finds a document by initials, a heading and a command, with keys alone', async ({ person }) => {
  const { page } = await person('Jana');
  const { keyboard } = page;
  const field = page.getByRole('combobox', { name: 'Find' });
  const active = page.getByRole('option', { selected: true });
  await createDocument(page, 'Smlouva o dílo');
  await textOf(page).click();
  await keyboard.type('# Cena\nTisíc korun.\n');
  await keyboard.type('# Termín\nDo konce roku.');
  await waitUntilSaved(page);

  await test.step('a heading, from within the text', async () => {
    await keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await keyboard.type('cena');
    await expect(active).toHaveText('Cena');
    await keyboard.press('Enter');
    await expect(field).toBeHidden();
    await expect(textOf(page)).toBeFocused();
    await keyboard.type('Celková ');
    await expect(textOf(page).getByRole('heading', { level: 1 }).first()).toHaveText('Celková Cena');
  });

  await test.step('selected text gets a link instead', async () => {
    await keyboard.press('Shift+End');
    await keyboard.press('Control+k');
    await expect(page.getByLabel('Address')).toBeFocused();
    await keyboard.press('Escape');
    await expect(textOf(page)).toBeFocused();
    await waitUntilSaved(page);
  });

  await test.step('a command of the document, in the other language', async () => {
    await keyboard.press('ArrowLeft');
    await keyboard.press('Control+k');
    await keyboard.type('historie');
    await expect(active).toHaveText('Version history');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/history$/);
  });

  await test.step('a document by its initials, from the list', async () => {
    await follow(page, 'Back to documents', 'Documents');
    await keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await expectAccessible(page, 'Find');
    await keyboard.type('sod');
    await expect(active).toHaveText('Smlouva o dílo');
    await keyboard.press('Enter');
    await expect(titleOf(page)).toHaveValue('Smlouva o dílo');
  });

  await test.step('a new document by a command', async () => {
    await keyboard.press('Control+k');
    await keyboard.type('new doc');
    await expect(active).toHaveText('New document');
    await keyboard.press('Enter');
    await expect(titleOf(page)).toHaveValue('');
  });
});
