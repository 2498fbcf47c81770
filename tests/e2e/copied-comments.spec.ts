/** A copy of a document with its open comments, at the letters of the copy and with their authors. */
import type { Locator, Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

const cards = (page: Page): Locator =>
  page.getByRole('region', { name: 'Comments beside the text' }).getByRole('article');
const highlights = (page: Page): Locator => textOf(page).locator('.comment-mark');

/** On the first occurrence within one text node. */
async function comment(page: Page, words: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await expect(async () => {
    await textOf(page).evaluate((root, wanted) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      let node = walker.nextNode()!;
      while (!node.textContent!.includes(wanted)) node = walker.nextNode()!;
      const from = node.textContent!.indexOf(wanted);
      root.focus();
      getSelection()?.setBaseAndExtent(node, from, node, from + wanted.length);
    }, words);
    await page.keyboard.press('Control+Alt+KeyM');
    await expect(field).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).filter({ hasText: text })).toBeVisible();
  await expect(page.getByText('Waiting to be sent…')).toHaveCount(0);
}

test('a commenter duplicates a document, and chooses whether comments come along', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Plan');
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText('The budget is not final yet.');
  await waitUntilSaved(ann.page);
  await comment(ann.page, 'budget', 'Is this right?');
  await share(ann.page, bob.email, 'Commenter');
  const { page } = bob;
  await page.goto(path);
  await comment(page, 'final', 'When?');

  await page.goto('/documents');
  const duplicate = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for Plan', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate “Plan” with comments?' });
    await expect(dialog).toContainText('The document has 2 open comments.');
    await dialog.getByRole('button', { name: choice }).click();
    await expect(page.getByText('“Plan” was duplicated.').first()).toBeVisible();
  };
  await duplicate('With comments');
  await page.getByRole('link', { name: 'Copy of Plan', exact: true }).click();
  await expect(highlights(page)).toHaveText(['budget', 'final']);
  await expect(cards(page).and(page.getByLabel(/^Ann, to “budget”/))).toContainText('Is this right?');
  await expect(cards(page).and(page.getByLabel(/^Bob, to “final”/))).toContainText('When?');
  // Those of the document stay where they are.
  await expect(highlights(ann.page)).toHaveText(['budget', 'final']);
});
