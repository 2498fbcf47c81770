import { createDocument, expect, test, textOf } from './spolu.ts';

test('blocks after a slash, formatting over a selection, and the list of shortcuts, all by keyboard', async ({
  person,
}) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Plan');
  const text = textOf(page);
  await text.focus();

  await page.keyboard.type('/nadpis 2');
  const list = page.getByRole('listbox', { name: 'Insert a block' });
  await expect(list).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await page.keyboard.type('Agenda for today');
  await expect(text.getByRole('heading', { level: 2, name: 'Agenda for today' })).toBeVisible();

  await page.keyboard.press('Control+Shift+ArrowLeft');
  const bubble = page.getByRole('toolbar', { name: 'Selected text' });
  await expect(bubble).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(bubble.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(text.locator('em')).toHaveText('today');
  await expect(text).toBeFocused();

  await page.keyboard.press('Control+/');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Ctrl+B')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(text).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('!');
  await expect(text).toContainText('Agenda for today!');
});
