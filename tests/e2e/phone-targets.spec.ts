import type { Locator, Page } from '@playwright/test';
import { createDocument, expect, follow, signUp, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';
import { inVariants } from './variants.ts';

const MIN_PX = 44;

/** Visible links, buttons and checkboxes that are too small for touch, with their size. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    (minPx) =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input[type=checkbox]')]
        // The `::after` of a link can cover the row that contains it.
        .map((target) => {
          const covers = getComputedStyle(target, '::after').position === 'absolute';
          const pressed = (covers ? target.offsetParent : null) ?? target;
          return { target, box: pressed.getBoundingClientRect() };
        })
        .filter(({ target, box }) => target.checkVisibility() && box.width > 1 && box.height > 1)
        .filter(({ box }) => Math.min(box.width, box.height) < minPx - 0.5)
        .map(
          ({ target, box }) =>
            `${target.getAttribute('aria-label') ?? target.textContent}: ${box.width} × ${box.height}`,
        ),
    MIN_PX,
  );

/** Visible fields with text so small that iOS zooms in when they are focused. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, textarea, select, [contenteditable=true]')]
      .filter((field) => field.checkVisibility() && !field.matches('[type=checkbox], [type=radio]'))
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${field.getAttribute('aria-label') ?? field.id}: ${getComputedStyle(field).fontSize}`),
  );

const fontSize = (text: Locator): Promise<number> =>
  text.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));

for (const width of inVariants([320, 390])) {
  test(`at ${width} px every touch target is large enough`, async ({ browser, spolu }) => {
    const phone = { baseURL: spolu.url, hasTouch: true, isMobile: true, viewport: { width, height: 760 } };
    const visitor = await (await browser.newContext(phone)).newPage();
    for (const [heading, open] of [
      ['Create your account', () => visitor.goto('/sign-up')],
      ['Sign in', () => follow(visitor, 'Sign in', 'Sign in')],
      ['Reset your password', () => follow(visitor, 'Forgot your password?', 'Reset your password')],
      ['Sign in', () => visitor.goto('/confirm#token_hash=x&type=magiclink&email=a%40b.test')],
    ] as const) {
      await open();
      await expect(visitor.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await smallTargets(visitor), heading).toEqual([]);
      expect(await smallFields(visitor), heading).toEqual([]);
    }
    const storageState = await (await signUp(browser, spolu.url, 'Jana')).page.context().storageState();
    const page = await (await browser.newContext({ ...phone, storageState })).newPage();
    await createDocument(page, 'On the way');
    await expect(textOf(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Jana (you)' })).toBeVisible();
    await textOf(page).focus();
    await page.keyboard.type('# Packing\n[ ] Tent\nStove\n\n');
    const heading = textOf(page).getByRole('heading', { name: 'Packing' });
    expect(await fontSize(titleOf(page))).toBeGreaterThan(await fontSize(heading));
    const boxes = textOf(page).getByRole('checkbox');
    await expect(boxes).toHaveCount(2);
    // Near the lower edge of the target, close to the next one.
    await boxes.first().tap({ position: { x: 22, y: 22 } });
    await expect(boxes.first()).toBeChecked();
    await expect(boxes.last()).not.toBeChecked();
    expect(await smallTargets(page), 'document').toEqual([]);
    expect(await smallFields(page), 'document').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const bar = await page.getByRole('toolbar', { name: 'Formatting' }).boundingBox();
    expect(bar && [bar.x, bar.width, Math.round(bar.y + bar.height)]).toEqual([0, width, 760]);
    const row = page.locator('.toolbar-row');
    await expect(row).toHaveAttribute('data-more', 'end');
    await row.evaluate((element) => element.scrollBy({ left: 60 }));
    await expect(row).toHaveAttribute('data-more', 'start end');
    // The word count is right above; in a table, the table's toolbar takes its place.
    const above = { x: 0, width, y: (bar?.y ?? 0) - 49, height: 49 };
    expect(await page.locator('.document-tools').boundingBox()).toEqual(above);
    await page.getByRole('button', { name: 'Table', exact: true }).tap();
    // Polls, because the toolbar moves in.
    const beside = { ...above, x: 97, width: width - 97 };
    await expect.poll(() => page.getByRole('toolbar', { name: 'Table' }).boundingBox()).toEqual(beside);
    expect(await smallTargets(page), 'table').toEqual([]);
    await page.getByRole('button', { name: 'Row', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Insert row below' }).tap();
    await expect(textOf(page).locator('tr')).toHaveCount(4);
    await page.getByRole('button', { name: 'Outline' }).tap();
    await page.getByRole('button', { name: 'Close the outline' }).tap();
    await page.getByRole('button', { name: 'Find in the document' }).tap();
    await expect(page.getByRole('textbox', { name: 'Find' })).toBeVisible();
    expect(await smallFields(page), 'find').toEqual([]);
    await page.keyboard.press('Escape');
    await textOf(page).locator('> p').last().tap();
    await page.getByRole('button', { name: 'Alignment: Align left' }).tap();
    await page.getByRole('menuitemradio', { name: 'Align right' }).tap();
    await expect(textOf(page).locator('> p').last()).toHaveCSS('text-align', 'right');
    await waitUntilSaved(page);
    await follow(page, 'Back to documents', 'Documents');
    await expect(page.getByRole('link', { name: 'On the way' })).toBeVisible();
    expect(await smallTargets(page), 'documents').toEqual([]);
    expect(await smallFields(page), 'documents').toEqual([]);
  });
}
