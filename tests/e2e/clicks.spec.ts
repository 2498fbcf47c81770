/** Clicks outside the text: typing afterwards shows the place of the caret. */
import type { Page } from '@playwright/test';
import { createDocument, expect, linesOf, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';
import { goToEnd } from './writer.ts';

async function openLines(page: Page): Promise<void> {
  await createDocument(page, 'Clicks');
  await goToEnd(page);
  await page.keyboard.type('First line.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second line.');
  await waitUntilSaved(page);
  // Removes the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

const lineBox = async (page: Page, text: string) => {
  const box = await textOf(page).getByText(text).boundingBox();
  if (!box) throw new Error(`${text} is not shown`);
  return box;
};

test('a click on the empty page puts the caret into the text or the title', async ({ person }) => {
  const { page } = await person('Ann');
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await openLines(page);
  for (const [x, y] of [
    [width / 2, height * 0.6],
    [width / 2, height * 0.85],
    [20, height * 0.7],
    [width - 20, height * 0.5],
  ] as const) {
    await page.mouse.click(x, y);
    await page.keyboard.type('+');
  }
  await expect.poll(() => linesOf(page)).toEqual(['First line.', 'Second line.++++']);

  const first = await lineBox(page, 'First line.');
  await page.mouse.click(width - 30, first.y + first.height / 2);
  await page.keyboard.type('>');
  await page.mouse.click(30, first.y + first.height / 2);
  await page.keyboard.type('<');
  await expect.poll(() => linesOf(page)).toEqual(['<First line.>', 'Second line.++++']);

  const title = await titleOf(page).boundingBox();
  if (!title) throw new Error('the title is not shown');
  await page.mouse.click(width - 30, title.y + title.height / 2);
  await page.keyboard.type('!');
  await expect(titleOf(page)).toHaveValue('Clicks!');
});

test('a drag from the margin selects, and a click on a panel leaves the text alone', async ({ person }) => {
  const { page } = await person('Ann');
  await openLines(page);
  const [first, second] = [await lineBox(page, 'First line.'), await lineBox(page, 'Second line.')];
  await page.mouse.move(40, first.y + first.height / 2);
  await page.mouse.down();
  await page.mouse.move(second.x + second.width - 2, second.y + second.height / 2, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.press('Delete');
  await expect.poll(() => linesOf(page)).toEqual(['']);
  await page.keyboard.type('Again');
  await page.getByRole('button', { name: 'Version history', exact: true }).click();
  await page.getByRole('button', { name: 'Version history', exact: true }).focus();
  await page.getByRole('complementary').getByRole('heading').first().click();
  await page.keyboard.type('lost');
  await expect.poll(() => linesOf(page)).toEqual(['Again']);
});
