import { createDocument, expect, test, textOf } from './spolu.ts';

test('the document menu appears with all of its items at once', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Chata');
  await page.route(/rpc\/(list_my_documents|my_watch|changes_while_away)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.reload();
  await expect(textOf(page)).toBeVisible();
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    const look = (): void => {
      const count = document.querySelectorAll('[role="dialog"] button').length;
      if (count > 0 && counts.at(-1) !== count) counts.push(count);
      requestAnimationFrame(look);
    };
    look();
  });
  const menu = page.getByRole('dialog', { name: 'Document menu' });
  await page.getByRole('button', { name: 'Document menu' }).click();
  for (const name of ['Rename', 'Duplicate', 'Move to trash'])
    await expect(menu.getByRole('button', { name })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { counts: number[] }).counts)).toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
});
