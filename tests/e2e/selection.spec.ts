import type { Locator, Page } from '@playwright/test';
import { picture } from './picture.ts';
import { createDocument, expect, linesOf, test, textOf } from './spolu.ts';

const selected = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');

/** With nothing selected before: a press on selected words takes hold of them. */
async function selectDownTo(page: Page, over: readonly Locator[]): Promise<void> {
  await page.keyboard.press('Control+End');
  const [first, ...others] = await Promise.all(over.map((part) => part.boundingBox()));
  if (!first) throw new Error('it is not drawn');
  await page.mouse.move(first.x + 1, first.y + first.height / 2);
  await page.mouse.down();
  for (const box of others) {
    if (!box) throw new Error('it is not drawn');
    await page.mouse.move(first.x + 1, box.y + box.height / 2, { steps: 5 });
  }
  await page.mouse.up();
}

test('a mouse selects words, lines and over an image as everywhere', async ({ person }) => {
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

  for (const [key, left] of [
    ['Delete', 'Below the picture'],
    ['Backspace', 'Below the picture'],
    ['Control+x', 'Below the picture'],
    ['x', 'xBelow the picture'],
  ] as const) {
    await selectDownTo(page, [above, image, below]);
    expect((await selected(page)).trim()).toBe('Above the picture');
    await page.keyboard.press(key);
    await expect(image).toHaveCount(0);
    await expect.poll(() => linesOf(page)).toEqual([left]);
    await page.keyboard.press('Control+z');
    await expect(image).toBeVisible();
  }

  await page.keyboard.press('Control+a');
  expect(await selected(page)).toMatch(/^Above the picture\s+Below the picture$/);
  await page.keyboard.type('All new');
  await expect(image).toHaveCount(0);
  await expect.poll(() => linesOf(page)).toEqual(['All new']);
});
