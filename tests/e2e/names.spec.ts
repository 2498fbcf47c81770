/** The name label of a caret appears when its user moves it, not on edits by others. */
import type { Page } from '@playwright/test';
import { createDocument, expect, test, textOf, type Person } from './spolu.ts';
import { bring, goToEnd } from './writer.ts';

const labelOn = ({ page }: Person) => textOf(page).locator('.peer-label');

/** Counts the frames in which the name label is visible. */
async function countSights(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const state = window as unknown as { sights: number };
    state.sights = 0;
    const look = (): void => {
      const labels = [...document.querySelectorAll('.peer-label')];
      if (labels.some((label) => getComputedStyle(label).visibility === 'visible')) state.sights += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => (window as unknown as { sights: number }).sights);
}

test('the name label of an idle author stays hidden while another author types and splits the paragraph', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Names');
  await goToEnd(ann.page);
  await ann.page.keyboard.type('A line for two.');
  await bring(ann, bob, path);
  await goToEnd(bob.page);
  await expect(labelOn(ann)).toBeVisible();
  await expect(labelOn(ann)).toBeHidden();

  const sights = await countSights(ann.page);
  await goToEnd(ann.page);
  await ann.page.keyboard.type(' And some more', { delay: 60 });
  await ann.page.keyboard.press('Home');
  await ann.page.keyboard.type('Once: ', { delay: 60 });
  await ann.page.keyboard.press('Enter');
  await ann.page.waitForTimeout(1000);
  expect(await sights()).toBe(0);

  for (const key of ['ArrowLeft', 'End', 'x', 'y']) {
    await expect(labelOn(ann)).toBeHidden();
    await bob.page.keyboard.press(key);
    await expect(labelOn(ann)).toBeVisible();
  }
});
