import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { chooseFile, picture } from './picture.ts';
import { createDocument, expect, linesOf, test, textOf } from './spolu.ts';

const selected = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');

async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('the block is not visible');
  return { x: box.x + 1, y: box.y + box.height / 2 };
}

/** Clicks at one place within this time count as a double or triple click. */
const CLICKS_WITHIN_MS = 500;

/** Waits for the layout: an image has no size until it is loaded. */
async function waitUntilStill(image: Locator, last: Locator): Promise<void> {
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  let before = -1;
  const isStill = async (): Promise<boolean> => {
    const { y } = await middleOf(last);
    const is = y === before;
    before = y;
    return is;
  };
  await expect.poll(isStill).toBe(true);
}

/** Drags a selection. Clears it first: a press on selected text drags the text instead. */
async function selectDownTo(page: Page, first: Locator, image: Locator, last: Locator): Promise<void> {
  await page.keyboard.press('Control+End');
  await waitUntilStill(image, last);
  await wait(CLICKS_WITHIN_MS);
  const { x, y } = await middleOf(first);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const part of [image, last]) await page.mouse.move(x, (await middleOf(part)).y, { steps: 5 });
  await page.mouse.up();
}

test('a mouse selects words and lines as in other editors', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Words');
  await textOf(page).click();
  await page.keyboard.type('Above the picture\nBelow the picture');
  const above = textOf(page).getByText('Above the picture');
  await above.dblclick({ position: { x: 10, y: 15 } });
  expect((await selected(page)).trim()).toBe('Above');
  await above.click({ clickCount: 3, position: { x: 10, y: 15 } });
  expect((await selected(page)).trim()).toBe('Above the picture');
  await page.keyboard.press('Control+a');
  expect(await selected(page)).toMatch(/^Above the picture\s+Below the picture$/);
  await page.keyboard.type('All new');
  await expect.poll(() => linesOf(page)).toEqual(['All new']);
});

test('a selection across an image is deleted as a whole and restored by undo', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Hills');
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('Above the picture\n');
  const button = page.getByRole('button', { name: 'Image', exact: true });
  await chooseFile(page, () => button.click(), await picture(page, 'hills.png', 320, 200));
  const image = text.getByRole('img');
  await expect(image).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Below the picture');
  const [above, below] = [text.getByText('Above the picture'), text.getByText('Below the picture')];
  for (const [key, left] of [
    ['Delete', 'Below the picture'],
    ['Backspace', 'Below the picture'],
    ['Control+x', 'Below the picture'],
    ['x', 'xBelow the picture'],
  ] as const) {
    await selectDownTo(page, above, image, below);
    expect((await selected(page)).trim()).toBe('Above the picture');
    await page.keyboard.press(key);
    await expect(image).toHaveCount(0);
    await expect.poll(() => linesOf(page)).toEqual([left]);
    await page.keyboard.press('Control+z');
    await expect(image).toBeVisible();
  }
});

test('in Hebrew the arrow to the left moves on, also from block to block and from cell to cell', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'שלום');
  const caret = (): Promise<string> =>
    page.evaluate(() => {
      const { focusNode, focusOffset } = getSelection()!;
      return `${focusNode?.textContent} ${focusOffset}`;
    });
  const press = async (...keys: string[]): Promise<string> => {
    for (const key of keys) await page.keyboard.press(key);
    return caret();
  };
  await textOf(page).evaluate((text) => {
    const clipboardData = new DataTransfer();
    const html = '<p>אחת</p><p>שתיים</p><table><tr><td>שם</td><td>כמה</td></tr></table>';
    clipboardData.setData('text/html', html);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await textOf(page).getByText('אחת').click();
  expect(await press('Home', 'ArrowLeft')).toBe('אחת 1');
  expect(await press('End', 'ArrowLeft')).toBe('שתיים 0');
  expect(await press('ArrowRight')).toBe('אחת 3');
  await textOf(page).getByText('שם').click();
  expect(await press('End', 'ArrowLeft')).toBe('כמה 0');
  expect(await press('ArrowRight')).toBe('שם 2');
  expect(await press('Home', 'ArrowLeft')).toBe('שם 1');
  await press('End', 'Shift+ArrowLeft');
  await expect(textOf(page).locator('.selectedCell')).toHaveText(['שם', 'כמה']);
  await press('Shift+ArrowRight');
  await expect(textOf(page).locator('.selectedCell')).toHaveText(['שם']);
});

test('from a cell reached by Tab the arrows lead to the cells above and below', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Fruit');
  await textOf(page).evaluate((text) => {
    const clipboardData = new DataTransfer();
    const rows = ['ab', 'cd', 'ef'].map(([left, right]) => `<tr><td>${left}</td><td>${right}</td></tr>`);
    clipboardData.setData('text/html', `<table>${rows.join('')}</table>`);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const cell = (): Promise<string> => page.evaluate(() => getSelection()?.focusNode?.textContent ?? '');
  const tabTo = async (name: string): Promise<void> => {
    await textOf(page).getByText('c', { exact: true }).click();
    await page.keyboard.press('Tab');
    expect(await selected(page)).toBe(name);
  };
  await tabTo('d');
  await page.keyboard.press('ArrowUp');
  expect(await cell()).toBe('b');
  await tabTo('d');
  await page.keyboard.press('ArrowDown');
  expect(await cell()).toBe('f');
});
