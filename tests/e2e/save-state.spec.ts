import type { Locator, Page } from '@playwright/test';
import { picture } from './picture.ts';
import { createDocument, expect, saveState, share, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const LONG_TITLE = 'Zápis z porady o stěhování '.repeat(8).slice(0, 200);
const WIDTHS = [1280, 768, 390];

/** Fills the bar with its maximum number of avatars. */
const crowd = (page: Page, most: number): Promise<void> =>
  page.evaluate((count) => {
    const list = document.querySelector('header ul')!;
    for (const clone of list.querySelectorAll('.clone')) clone.remove();
    while (list.children.length < count) {
      const clone = list.firstElementChild!.cloneNode(true) as HTMLElement;
      clone.classList.add('clone');
      list.append(clone);
    }
  }, most);

/** Finds parts of the save state and its bar that are cut off, at each width. */
async function cutState(page: Page, words: string): Promise<string[]> {
  const found: string[] = [];
  await expect(stateOf(page, words)).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 760 });
    await crowd(page, width < 640 ? 2 : 5);
    const cut = await stateOf(page, words).evaluate((state) => {
      const { left, right, top, bottom } = state.getBoundingClientRect();
      const header = state.closest('header')!;
      const bar = header.getBoundingClientRect();
      const isCut = [state, ...state.querySelectorAll('span')].some(
        (part) =>
          part.checkVisibility() &&
          (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) &&
          getComputedStyle(part).display !== 'inline',
      );
      const page = document.documentElement;
      const next = header.querySelector('ul')!.getBoundingClientRect();
      return [
        isCut && 'cut',
        page.scrollWidth > page.clientWidth && 'the page scrolls sideways',
        (left < 0 || right > innerWidth) && `from ${left} to ${right}`,
        (top < bar.top || bottom > bar.bottom) && `higher than the bar: ${bottom - top}`,
        right > next.left + 0.5 && 'under its neighbour',
      ].filter((problem) => problem !== false);
    });
    found.push(...cut.map((problem) => `${words}, ${width} px: ${problem}`));
  }
  return found;
}

const stateOf = (page: Page, words: string): Locator =>
  page.locator('header').getByRole('status').filter({ hasText: words });

async function speak(page: Page, language: 'en-US' | 'cs'): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('spolu.language', value), language);
  await page.reload();
  await expect(textOf(page)).toBeVisible();
}

/** Replies like a server whose session has ended. */
const endSession = (page: Page): Promise<unknown> =>
  page.route('**/functions/v1/**', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', message: 'ended' } } }),
  );

test('next to a title of 200 characters the save state is complete at every width in both languages', async ({
  browser,
  person,
  spolu,
}) => {
  const [writer, reader] = [await person('Ann'), await person('Vera')];
  const path = await createDocument(writer.page, LONG_TITLE);
  await share(writer.page, reader.email, 'Viewer');
  await waitUntilSaved(writer.page);
  // With touch, every button next to it is larger.
  const [ann, vera] = await Promise.all(
    [writer, reader].map(async ({ page }) => {
      const storageState = await page.context().storageState();
      await page.close();
      const context = await browser.newContext({ baseURL: spolu.url, hasTouch: true, storageState });
      return context.newPage();
    }),
  );
  if (!ann || !vera) throw new Error('a page is missing');
  await Promise.all([ann.goto(path), vera.goto(path)]);
  const found: string[] = [];
  for (const [language, saved, viewOnly, offline, signedOut] of [
    ['en-US', 'Saved', 'View only', 'Offline – kept on this device', 'Signed out – kept on this device'],
    ['cs', 'Uloženo', 'Jen pro čtení', 'Offline – uloženo', 'Odhlášeno – uloženo'],
  ] as const) {
    await speak(ann, language);
    await speak(vera, language);
    found.push(...(await cutState(ann, saved)), ...(await cutState(vera, viewOnly)));
    await ann.context().setOffline(true);
    await textOf(ann).click();
    await ann.keyboard.type('Bez sítě. ');
    found.push(...(await cutState(ann, offline)));
    await endSession(ann);
    await ann.context().setOffline(false);
    await ann.keyboard.type('Bez přihlášení. ');
    found.push(...(await cutState(ann, signedOut)));
    await expect(stateOf(ann, 'Offline')).toHaveCount(0);
    await ann.unrouteAll();
  }
  expect(found).toEqual([]);
});

test('after the session has ended the page shows it, keeps the text and offers to sign in again', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Minutes');
  await waitUntilSaved(page);
  await endSession(page);
  await textOf(page).click();
  await page.keyboard.type('Kept.');
  await expect(saveState(page)).toHaveText('Signed out – kept on this device');
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('dialog', { name: /sign in/i })).toBeVisible();
  await expect(textOf(page)).toHaveText('Kept.');
});

test('a viewer sees View only and requests edit access there; as an editor they see the save state', async ({
  person,
}) => {
  const ann = await person('Ann');
  const vera = await person('Vera');
  const path = await createDocument(ann.page, 'For reading');
  await share(ann.page, vera.email, 'Viewer');
  await vera.page.goto(path);
  await expect(saveState(vera.page)).toHaveText('View only');
  await vera.page.context().setOffline(true);
  await expect(vera.page.getByText('You’re offline. You’ll see new changes')).toBeVisible();
  await expect(saveState(vera.page)).toHaveText('View only');
  await vera.page.context().setOffline(false);
  await expect(vera.page.getByText('You’re offline')).toBeHidden();

  await vera.page.getByRole('main').getByRole('button', { name: 'Request edit access' }).click();
  await expect(vera.page.getByText('The owner has been asked.')).toBeVisible();
  await ann.page.getByRole('button', { name: 'Share' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Allow' }).click();
  await expect(saveState(vera.page)).toHaveText('Saved');
  await expect(vera.page.getByRole('button', { name: 'Request edit access' })).toBeHidden();
});

test('with an image that is not uploaded the page does not show Saved, and closing it needs confirmation', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Hills');
  await textOf(page).click();
  await page.keyboard.type('Above');
  await waitUntilSaved(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/storage/v1/object/**', async (route) => {
    await held;
    await route.fulfill({ status: 403, json: { statusCode: '403', error: 'Unauthorized', message: 'no' } });
  });
  await page.locator('input[type=file]').setInputFiles(await picture(page, 'hills.png', 64, 48));
  await expect(saveState(page)).toHaveText('Saving…');
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await closing;
  release();
  await expect(saveState(page)).toHaveText('Not saved');
  await expect(page.getByText('An image in the text wasn’t uploaded.')).toBeVisible();
  await titleOf(page).press('End');
  await page.keyboard.type(' at dawn');
  await page.waitForTimeout(1500);
  await expect(saveState(page)).toHaveText('Not saved');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitUntilSaved(page);
  await page.context().setOffline(true);
  await page.locator('input[type=file]').setInputFiles(await picture(page, 'hills.png', 64, 48));
  await expect(page.getByText('The image will be uploaded when you’re back')).toBeVisible();
  await expect(saveState(page)).toHaveText('Not saved');
  await page.context().setOffline(false);
  await waitUntilSaved(page);
});
