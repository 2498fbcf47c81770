/** Two authors with ordinary network latency: structural changes by one keep the sentence of the other whole. */
import type { Page } from '@playwright/test';
import { slowDownLanes } from './slow-down.ts';
import { createDocument, expect, linesOf, share, signUp, test, textOf } from './spolu.ts';
import { inVariants } from './variants.ts';

const DELAY_MS = 80;
const SENTENCE = 'Be writes a whole sentence here!';

const CHANGES: readonly (readonly [
  string,
  keyMs: number,
  act: (page: Page) => Promise<void>,
  lines: readonly string[],
])[] = [
  [
    'presses Enter in it',
    180,
    async (page) => {
      for (let letters = 0; letters < 8; letters += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    },
    ['alpha beta', 'gamma de', `lta${SENTENCE}`, 'omega end'],
  ],
  [
    'makes it a heading',
    110,
    (page) => page.keyboard.press('Control+Alt+2'),
    ['alpha beta', `gamma delta${SENTENCE}`, 'omega end'],
  ],
  [
    'moves it down',
    45,
    (page) => page.keyboard.press('Alt+Shift+ArrowDown'),
    ['alpha beta', 'omega end', `gamma delta${SENTENCE}`],
  ],
];

for (const [name, keyMs, act, lines] of inVariants(CHANGES)) {
  test(`a sentence stays whole when another author ${name}`, async ({ browser, spolu }) => {
    const boris = await signUp(browser, spolu.url, 'Boris');
    const anna = await signUp(browser, spolu.url, 'Anna');
    await Promise.all([boris, anna].map(({ page }) => slowDownLanes(page, DELAY_MS)));
    const path = await createDocument(boris.page, 'Plan');
    await share(boris.page, anna.email, 'Editor');
    await textOf(boris.page).click();
    for (const line of ['alpha beta', 'gamma delta', 'omega end']) {
      await boris.page.keyboard.type(line);
      if (line !== 'omega end') await boris.page.keyboard.press('Enter');
    }
    await anna.page.goto(path);
    await expect.poll(() => linesOf(anna.page)).toEqual(['alpha beta', 'gamma delta', 'omega end']);
    await boris.page.keyboard.press('ArrowUp');
    await boris.page.keyboard.press('End');
    await textOf(anna.page).click();
    await anna.page.keyboard.press('Control+Home');
    await anna.page.keyboard.press('ArrowDown');
    await anna.page.keyboard.press('Home');

    const typed = boris.page.keyboard.type(SENTENCE, { delay: keyMs });
    await anna.page.waitForTimeout(keyMs * 8);
    await act(anna.page);
    await typed;
    await expect.poll(() => linesOf(boris.page)).toEqual(lines);
    await expect.poll(() => linesOf(anna.page)).toEqual(lines);
    // The caret has moved along.
    await boris.page.keyboard.type('?');
    await expect
      .poll(() => linesOf(anna.page))
      .toContain(`${lines.find((line) => line.includes(SENTENCE))}?`);
  });
}
