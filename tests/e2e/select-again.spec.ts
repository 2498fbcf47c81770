/** Selecting with the mouse right after the focus was elsewhere while other text was selected. */
import type { Locator, Page } from '@playwright/test';
import { createDocument, expect, test, textOf, waitUntilSaved } from './spolu.ts';

const LINES = ['Alpha first line here', 'Beta second. Gamma ends.', 'Omega third line.'];

async function boxOf(text: Locator, word: string): Promise<{ x: number; y: number; right: number }> {
  return text.evaluate((root, wanted) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const at = (node.textContent ?? '').indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, right, top, height } = range.getBoundingClientRect();
      return { x: left, y: top + height / 2, right };
    }
    throw new Error(`${wanted} is not shown`);
  }, word);
}

/** At the pace of a hand. Returns the selected text. */
async function drag(page: Page, word: string): Promise<string> {
  const { x, y, right } = await boxOf(textOf(page), word);
  await page.mouse.move(x + 1, y);
  await page.waitForTimeout(200);
  await page.mouse.down();
  await page.mouse.move(x + 3, y, { steps: 2 });
  await page.mouse.move(right - 1, y, { steps: 12 });
  await page.waitForTimeout(200);
  await page.mouse.up();
  await page.waitForTimeout(300);
  return page.evaluate(() => String(getSelection()));
}

test('a drag over words selects them, whatever was selected before the focus left the text', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Plan');
  await textOf(page).click();
  for (const line of LINES) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await waitUntilSaved(page);
  expect(await drag(page, 'first')).toBe('first');
  await page.keyboard.press('Control+Alt+KeyM');
  await expect(page.getByRole('textbox', { name: 'Comment', exact: true })).toBeFocused();
  await page.keyboard.type('Why?');
  await page.keyboard.press('Control+Enter');
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);

  const leave = [
    () => card.click({ position: { x: 100, y: 12 } }),
    async () => {
      await page.getByRole('button', { name: 'Document menu' }).click();
      await page.keyboard.press('Escape');
    },
  ];
  for (const elsewhere of leave) {
    expect(await drag(page, 'Omega')).toBe('Omega');
    await elsewhere();
    await expect(textOf(page)).not.toBeFocused();
    // The selected words are still drawn as such.
    await expect(textOf(page).locator('.kept-selection')).toHaveText('Omega');
    expect(await drag(page, 'Gamma')).toBe('Gamma');
    await expect(textOf(page).locator('.kept-selection')).toHaveCount(0);
  }
  await expect(textOf(page).locator('p').nth(1)).toHaveText(LINES[1]!);
  await expect(textOf(page).locator('p').nth(2)).toHaveText(LINES[2]!);
});
