import type { Page } from '@playwright/test';
import { picture } from './picture.ts';
import { createDocument, expect, linesOf, test, textOf } from './spolu.ts';

const selected = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');

test('a mouse selects words and lines as everywhere, and everything is an image too', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Hills');
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('Above the picture\n');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await (await chooser).setFiles(await picture(page, 'hills.png', 320, 200));
  const image = text.getByRole('img');
  await expect(image).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Below the picture');
  const above = text.getByText('Above the picture');

  await above.dblclick({ position: { x: 10, y: 15 } });
  expect((await selected(page)).trim()).toBe('Above');
  await above.click({ clickCount: 3, position: { x: 10, y: 15 } });
  expect((await selected(page)).trim()).toBe('Above the picture');

  await page.keyboard.press('Control+a');
  expect(await selected(page)).toMatch(/^Above the picture\s+Below the picture$/);
  await page.keyboard.type('All new');
  await expect(image).toHaveCount(0);
  await expect.poll(() => linesOf(page)).toEqual(['All new']);
});
