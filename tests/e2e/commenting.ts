/** Steps of stories about comments. */
import type { Locator, Page } from '@playwright/test';
import { slowDownLanes } from './slow-down.ts';
import { createDocument, expect, textOf, waitUntilSaved, type Person } from './spolu.ts';
import { bring } from './writer.ts';

export const FIRST = 'The budget of the next quarter is not final yet.';
export const SECOND = 'People come on Friday.';

const DELAY_MS = 80;

/** A document with two paragraphs. */
export async function writeAlone({ page }: Person): Promise<string> {
  await slowDownLanes(page, DELAY_MS);
  const path = await createDocument(page, 'Plan');
  await textOf(page).click();
  await page.keyboard.insertText(FIRST);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(SECOND);
  await waitUntilSaved(page);
  return path;
}

/** The same, shared with an editor; both on a line with ordinary latency. */
export async function openBoth(
  person: (name: string) => Promise<Person>,
  guest = 'Bob',
): Promise<[Person, Person, string]> {
  const ann = await person('Ann');
  const bob = await person(guest);
  await slowDownLanes(bob.page, DELAY_MS);
  const path = await writeAlone(ann);
  await bring(ann, bob, path);
  await expect(textOf(bob.page)).toContainText(SECOND);
  return [ann, bob, path];
}

/** Within one block. */
export const selectWord = (page: Page, word: string): Promise<void> =>
  textOf(page).evaluate((root, wanted) => {
    const block = [...root.children].find((one) => one.textContent?.includes(wanted));
    if (!block) throw new Error(`${wanted} is not in the text`);
    const from = block.textContent?.indexOf(wanted) ?? 0;
    const pointAt = (place: number): [Node, number] => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      let before = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { length } = node as Text;
        if (place <= before + length) return [node, place - before];
        before += length;
      }
      throw new Error(`${place} is not in the block`);
    };
    root.focus();
    getSelection()?.setBaseAndExtent(...pointAt(from), ...pointAt(from + wanted.length));
  }, word);

export const besideText = (page: Page): Locator =>
  page.getByRole('region', { name: 'Comments beside the text' });
export const cards = (page: Page): Locator => besideText(page).getByRole('article');
export const highlights = (page: Page): Locator => textOf(page).locator('.comment-mark');

export const newComment = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Comment', exact: true });

/** Comments on a word. */
export async function comment(page: Page, word: string, text: string): Promise<void> {
  await selectWord(page, word);
  await page.keyboard.press('Control+Alt+KeyM');
  await expect(newComment(page)).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).filter({ hasText: text })).toBeVisible();
  await expect(page.getByText('Waiting to be sent…')).toHaveCount(0);
}

export async function open(page: Page, text: string): Promise<Locator> {
  const card = cards(page).filter({ hasText: text });
  await expect(card).toBeVisible();
  const opener = card.getByRole('button', { name: /^(Ann|Bob), / });
  if ((await opener.count()) > 0) await opener.click();
  return card;
}

/** Opens a card that may be open. A change of its text can close it meanwhile. */
export async function unfold(card: Locator, inside: Locator): Promise<void> {
  const opener = card.getByRole('button', { name: /^Bob, / });
  await expect(async () => {
    if (await opener.isVisible()) await opener.click();
    await expect(inside).toBeVisible({ timeout: 1000 });
  }).toPass();
}

export const paste = (page: Page, html: string): Promise<void> =>
  textOf(page).evaluate((text, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
