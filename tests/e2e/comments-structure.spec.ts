/** One person changes the structure of a text, on a line with ordinary latency: a comment stays at its words for both. */
import type { Page } from '@playwright/test';
import { openCamera } from './comment-shots.ts';
import { slowDownLanes } from './slow-down.ts';
import { createDocument, expect, linesOf, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring } from './writer.ts';

const DELAY_MS = 80;
const SENTENCE = 'The budget of the next quarter is not final yet.';

/** Selects words, which may stand in several blocks. */
const select = (page: Page, words: string, isEnd = false): Promise<void> =>
  textOf(page).evaluate(
    (root, [wanted, onlyEnd]) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      const from = nodes
        .map(({ data }) => data)
        .join('')
        .indexOf(wanted);
      if (from < 0) throw new Error(`${wanted} is not in the text`);
      const pointAt = (place: number): [Text, number] => {
        let before = 0;
        for (const node of nodes) {
          if (place <= before + node.length) return [node, place - before];
          before += node.length;
        }
        throw new Error('beyond the text');
      };
      const end = pointAt(from + wanted.length);
      root.focus();
      getSelection()?.setBaseAndExtent(...(onlyEnd ? end : pointAt(from)), ...end);
    },
    [words, isEnd] as const,
  );

const caretAfter = (page: Page, words: string): Promise<void> => select(page, words, true);

/** Pixels between the tops of the highlight and of its card. Either may be drawn again at any moment. */
const distanceToCard = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const topOf = (selector: string): number =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? Infinity;
    return Math.abs(topOf('.comment-mark') - topOf('[id^=comment-]'));
  });

const CHANGES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    'types before it',
    async (page) => {
      await caretAfter(page, 'The');
      await page.keyboard.type(' whole', { delay: 60 });
    },
  ],
  [
    'types behind it',
    async (page) => {
      await caretAfter(page, 'next quarter');
      await page.keyboard.type(' of this year', { delay: 60 });
    },
  ],
  [
    'presses Enter in it',
    async (page) => {
      await caretAfter(page, 'next');
      await page.keyboard.press('Enter');
    },
  ],
  ['joins the lines', (page) => page.keyboard.press('Backspace')],
  ['makes it a heading', (page) => page.keyboard.press('Control+Alt+2')],
  ['makes it a list', (page) => page.keyboard.press('Control+Shift+8')],
  [
    'makes it a paragraph in a quotation',
    async (page) => {
      await page.keyboard.press('Control+Shift+8');
      await page.keyboard.press('Control+Shift+b');
    },
  ],
  ['moves it down', (page) => page.keyboard.press('Alt+Shift+ArrowDown')],
  [
    'cuts it and pastes it elsewhere',
    async (page) => {
      await select(page, 'of the next quarter');
      await page.keyboard.press('Control+x');
      await page.waitForTimeout(1000);
      await caretAfter(page, 'People');
      await page.keyboard.press('Control+v');
    },
  ],
  [
    'deletes it and undoes that',
    async (page) => {
      await select(page, 'of the next quarter');
      await page.keyboard.press('Delete');
      await page.waitForTimeout(1000);
      await page.keyboard.press('Control+z');
    },
  ],
  [
    'redoes it and undoes it once more',
    async (page) => {
      await page.keyboard.press('Control+y');
      await page.waitForTimeout(1000);
      await page.keyboard.press('Control+z');
    },
  ],
  [
    'takes the paste and the cut back',
    async (page) => {
      await page.waitForTimeout(1000);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
    },
  ],
];

test('a comment stays at its words through twelve changes of another author', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  for (const { page } of [ann, bob]) await slowDownLanes(page, DELAY_MS);
  const path = await createDocument(ann.page, 'Plan');
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText(SENTENCE);
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.insertText('People come on Friday.');
  await waitUntilSaved(ann.page);
  await bring(ann, bob, path);
  await expect.poll(() => linesOf(bob.page)).toHaveLength(2);
  const field = ann.page.getByRole('textbox', { name: 'Comment', exact: true });
  await select(ann.page, 'next quarter');
  await ann.page.keyboard.press('Control+Alt+KeyM');
  await expect(field).toBeFocused();
  await ann.page.keyboard.insertText('Which one?');
  await ann.page.keyboard.press('Control+Enter');

  const shoot = await openCamera(person, ann, path);

  for (const [at, [name, act]] of CHANGES.entries()) {
    await act(bob.page);
    for (const { page } of [ann, bob]) {
      const marks = textOf(page).locator('.comment-mark');
      await expect.poll(async () => (await marks.allTextContents()).join(''), name).toBe('next quarter');
      const card = page.getByRole('region', { name: 'Comments beside the text' }).getByRole('article');
      await expect(card).toContainText('Which one?');
      await expect.poll(() => distanceToCard(page), name).toBeLessThan(40);
    }
    await shoot(`${at + 1}`.padStart(2, '0'));
  }
});
