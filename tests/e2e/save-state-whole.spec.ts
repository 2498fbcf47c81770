import type { Locator } from '@playwright/test';
import { createDocument, expect, signUp, test, textOf, waitUntilSaved } from './spolu.ts';

const LONG_TITLE = 'A title that goes on and on '.repeat(8).slice(0, 200);
const WIDTHS = [1280, 768, 390];
const WORDS = {
  'en-US': { saved: 'Saved', offline: 'Offline – kept on this device' },
  cs: { saved: 'Uloženo', offline: 'Offline – uloženo v tomto zařízení' },
};

test('the title gives way to the state of saving, at every width, in both languages', async ({
  browser,
  spolu,
}) => {
  const { page } = await signUp(browser, spolu.url, 'Ann');
  await createDocument(page, LONG_TITLE);
  await waitUntilSaved(page);
  for (const [language, words] of Object.entries(WORDS)) {
    await page.evaluate((chosen) => localStorage.setItem('spolu.language', chosen), language);
    await page.reload();
    await textOf(page).click();
    await expectWhole(words.saved);
    await page.context().setOffline(true);
    await page.keyboard.type('Written on a train. ');
    await expectWhole(words.offline);
    await page.context().setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: words.saved })).toBeVisible();
  }

  async function expectWhole(words: string): Promise<void> {
    const state = page.getByRole('status').filter({ hasText: words });
    await expect(state).toBeVisible({ timeout: 30_000 });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await partsCut(state), `${words} at ${width} px`).toEqual([]);
    }
  }
});

/** The element and all in it: what sticks out of the window, and what is wider or higher than its place. */
const partsCut = (state: Locator): Promise<string[]> =>
  state.evaluate((element) =>
    [element, ...element.querySelectorAll('span')].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      const isCut = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
      return isInside && !isCut && right > left ? [] : [`${part.tagName} ${left}–${right}`];
    }),
  );
