import { expect, type Page } from '@playwright/test';

/** Kills a page's process like a crash: no script of the page runs afterwards. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  const answer = devtools.send('Page.crash').then(
    () => 'answered',
    () => 'gone',
  );
  await crashed;
  await page.close();
  expect(await answer).toBe('gone');
}
