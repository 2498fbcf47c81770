import type { Locator, Page } from '@playwright/test';
import { picture } from './picture.ts';
import { createDocument, expect, linesOf, test, textOf } from './spolu.ts';

const selected = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');

async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a mouse selects as everywhere: words, lines, everything, and over an image', async ({ person }) => {
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
  const [above, below] = [text.getByText('Above the picture'), text.getByText('Below the picture')];

  await above.dblclick({ position: { x: 10, y: 15 } });
  expect((await selected(page)).trim()).toBe('Above');
  await above.click({ clickCount: 3, position: { x: 10, y: 15 } });
  expect((await selected(page)).trim()).toBe('Above the picture');

  const [from, to] = [await middleOf(above), await middleOf(below)];
  const left = (await above.boundingBox())!.x + 1;
  await page.mouse.move(left, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y);
  await page.mouse.move((await middleOf(image)).x, (await middleOf(image)).y, { steps: 5 });
  await page.mouse.move(left, to.y, { steps: 5 });
  await page.mouse.up();
  expect((await selected(page)).trim()).toBe('Above the picture');
  await page.keyboard.press('Delete');
  await expect(image).toHaveCount(0);
  await expect.poll(() => linesOf(page)).toEqual(['Below the picture']);
  await page.keyboard.press('Control+z');
  await expect(image).toBeVisible();

  await page.keyboard.press('Control+a');
  expect(await selected(page)).toMatch(/^Above the picture\s+Below the picture$/);
  await page.keyboard.type('All new');
  await expect(image).toHaveCount(0);
  await expect.poll(() => linesOf(page)).toEqual(['All new']);
});
