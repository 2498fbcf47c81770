import type { Locator, Page } from '@playwright/test';
import { createDocument, expect, linesOf, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';
import { bring } from './writer.ts';

const grip = (page: Page): Locator => page.getByRole('button', { name: 'Block menu' });

/** Presses the grip of a block, moving the pointer there in steps. */
async function grab(page: Page, block: Locator): Promise<void> {
  await block.hover();
  const isBeside = async (): Promise<boolean> => {
    const [beside, box] = [await grip(page).boundingBox(), await block.boundingBox()];
    return beside !== null && box !== null && Math.abs(beside.y - box.y) < box.height / 2;
  };
  await expect.poll(isBeside).toBe(true);
  await grip(page).hover();
  await page.mouse.down();
}

/** Moves one menu item down; the menu moves its focus asynchronously. */
async function goDown(page: Page): Promise<void> {
  const focused = page.locator('[role^=menuitem]:focus');
  const before = await focused.textContent();
  await page.keyboard.press('ArrowDown');
  await expect(focused).not.toHaveText(before ?? '');
}

/** Moves the pointer in steps to the upper half of a block. */
async function dragAbove(page: Page, block: Locator): Promise<void> {
  const box = await block.boundingBox();
  if (!box) throw new Error('the block is not visible');
  await page.mouse.move(box.x - 20, box.y + box.height / 4, { steps: 12 });
}

const lineOfCaret = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => getSelection()?.anchorNode?.textContent ?? undefined);

async function writeLines(page: Page, lines: readonly string[]): Promise<void> {
  await titleOf(page).press('Enter');
  await page.keyboard.type(lines.join('\n'));
  await waitUntilSaved(page);
}

test('a block is dragged by its grip while another author types above it and in it', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Order');
  await writeLines(ann.page, ['One', 'Two', 'Three', '- first', 'second']);
  await bring(ann, bob, path);
  const text = textOf(ann.page);
  const line = (words: string): Locator => text.getByText(words);
  const dropLine = ann.page.locator('.drop-line');

  await grab(ann.page, line('Three'));
  await dragAbove(ann.page, line('One'));
  await expect(dropLine).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(dropLine).toBeHidden();
  await ann.page.mouse.up();
  await expect(ann.page.getByRole('menu')).toBeHidden();

  await grab(ann.page, line('Three'));
  await dragAbove(ann.page, line('Two'));
  await expect(dropLine).toBeVisible();
  await textOf(bob.page).getByText('One').click();
  await bob.page.keyboard.press('Control+Home');
  await bob.page.keyboard.type('Zero\n');
  await textOf(bob.page).getByText('Three').click();
  await bob.page.keyboard.press('End');
  await bob.page.keyboard.type(' and more');
  await expect(text).toContainText('Three and more');
  await dragAbove(ann.page, line('Two'));
  await ann.page.mouse.up();
  const moved = ['Zero', 'One', 'Three and more', 'Two', 'firstsecond'];
  for (const { page } of [ann, bob]) await expect.poll(() => linesOf(page)).toEqual(moved);

  await grab(ann.page, line('second'));
  await dragAbove(ann.page, line('first'));
  await ann.page.mouse.up();
  await expect(text.getByRole('listitem')).toHaveText(['second', 'first']);
  await expect(textOf(bob.page).getByRole('listitem')).toHaveText(['second', 'first']);
  await waitUntilSaved(ann.page);
});

test('a plus beside a block adds one below it', async ({ person }) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Plus');
  await writeLines(page, ['One', 'Two']);
  await textOf(page).getByText('One').hover();
  await page.getByRole('button', { name: 'Add a block below' }).click();
  await expect(page.getByRole('listbox', { name: 'Insert a block' })).toBeVisible();
  await page.keyboard.type('head');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Between');
  await expect(textOf(page).getByRole('heading', { level: 1, name: 'Between' })).toBeVisible();
  expect(await linesOf(page)).toEqual(['One', 'Between', 'Two']);
});

test('every command of the block menu works by keyboard while another author types', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'By keys');
  await writeLines(ann.page, ['One', 'Two']);
  await bring(ann, bob, path);
  await textOf(bob.page).getByText('One').click();
  await bob.page.keyboard.press('End');
  const others = bob.page.keyboard.type(', and what Bob types meanwhile, letter by letter', { delay: 90 });

  const { keyboard } = ann.page;
  const text = textOf(ann.page);
  const menu = ann.page.getByRole('menu', { name: 'Block menu' });
  const choose = async (name: string): Promise<void> => {
    await keyboard.press('Alt+Shift+Enter');
    await expect(menu).toBeInViewport({ ratio: 1 });
    const item = menu.getByRole('menuitem', { name });
    await expect(menu.locator('[role=menuitem]:focus')).toBeVisible();
    while (!(await item.evaluate((one) => one.matches(':focus')))) await goDown(ann.page);
    await expect(item).toBeFocused();
    await keyboard.press('Enter');
    await expect(menu).toBeHidden();
    await expect(text).toBeFocused();
  };

  await text.getByText('Two').click();
  await keyboard.press('Alt+Shift+Enter');
  await expect(menu.getByRole('menuitem', { name: 'Turn into' })).toBeFocused();
  await keyboard.press('ArrowRight');
  const kinds = ann.page.getByRole('menu', { name: 'Turn into' });
  await expect(kinds.getByRole('menuitemradio', { name: 'Paragraph' })).toBeFocused();
  await goDown(ann.page);
  await goDown(ann.page);
  await keyboard.press('Enter');
  await expect(text.getByRole('heading', { level: 2, name: 'Two' })).toBeVisible();
  await expect(text).toBeFocused();

  await choose('Duplicate');
  await keyboard.press('End');
  await keyboard.type(' again');
  await choose('Move up');
  await choose('Move up');
  await choose('Move down');
  await keyboard.press('Alt+Shift+Enter');
  await keyboard.press('Escape');
  await expect(text).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect.poll(() => lineOfCaret(ann.page)).toBe('Two');
  await choose('Delete block');
  await others;
  const left = ['One, and what Bob types meanwhile, letter by letter', 'Two again'];
  for (const { page } of [ann, bob]) await expect.poll(() => linesOf(page)).toEqual(left);
  await waitUntilSaved(ann.page);
});
