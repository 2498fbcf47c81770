/** System preferences (motion, forced colors) and printing. */
import type { Page } from '@playwright/test';
import { violationsOf } from './axe.ts';
import { createDocument, expect, test, textOf, waitUntilSaved } from './spolu.ts';

const PANGRAM = 'Příliš žluťoučký kůň úpěl ďábelské ódy';

test('print shows only title and text; reduced motion and forced colors are respected', async ({
  person,
}) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Kůň');
  await textOf(page).click();
  await page.keyboard.type(`## Óda\n${PANGRAM}\n[x] Hotovo`);
  await waitUntilSaved(page);

  await test.step('print', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate(shownWords)).toEqual(['Kůň', 'Óda', PANGRAM, 'Hotovo']);
    expect(await lightnessOf(page, 'html', 'backgroundColor')).toBeGreaterThan(0.9);
    expect(await lightnessOf(page, '.document-text', 'color')).toBeLessThan(0.3);
    expect(await lightnessOf(page, '[aria-label=Title]', 'color')).toBeLessThan(0.3);
    await expect(textOf(page).getByRole('heading')).toHaveCSS('break-after', 'avoid');
    expect(await printsTick(page), 'even without backgrounds').toBe(true);
    const covers = (text: string) =>
      [...document.fonts].some((face) => face.status === 'loaded') &&
      document.fonts.check('18px "Source Serif 4 Variable"', text);
    expect(await page.evaluate(covers, PANGRAM)).toBe(true);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await test.step('reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const menu = page.getByRole('dialog', { name: 'Jana (you)' });
    await page.getByRole('button', { name: 'Jana (you)' }).click();
    // Wait for the menu: an Escape before it opens would close nothing, and a later one the wrong dialog.
    await expect(menu).toBeVisible();
    expect(await page.evaluate(longestMotion), 'the check needs a motion to reduce').toBeGreaterThan(0.05);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await page.evaluate(longestMotion)).toBeLessThanOrEqual(0.01);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    const share = page.getByRole('dialog', { name: 'Kůň' });
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(share).toBeVisible();
    expect(await page.evaluate(longestMotion)).toBeLessThanOrEqual(0.01);
    await page.keyboard.press('Escape');
    await expect(share).toBeHidden();
  });

  await test.step('forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await textOf(page).click();
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Alt+F10');
    const bold = page.getByRole('button', { name: 'Bold', exact: true });
    const italic = page.getByRole('button', { name: 'Italic', exact: true });
    await expect(bold).toHaveAttribute('aria-pressed', 'true');
    const [pressed, other] = [await backgroundOf(page, 'Bold'), await backgroundOf(page, 'Italic')];
    expect(pressed).not.toBe(other);
    while (!(await italic.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowRight');
    await expect(italic).toHaveCSS('outline-style', 'solid');
    await expect(italic).toHaveCSS('outline-width', '2px');
    await expect(italic).not.toHaveCSS('outline-color', other);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toBeHidden();
    expect(await violationsOf(page)).toEqual([]);
  });
});

const backgroundOf = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('button', { name, exact: true })
    .evaluate((element) => getComputedStyle(element).backgroundColor);

/** Browsers print without backgrounds unless `print-color-adjust` is set, as on the check mark of a task. */
const printsTick = (page: Page): Promise<boolean> =>
  textOf(page)
    .getByRole('checkbox', { checked: true })
    .evaluate((box) =>
      ['::before', '::after'].every(
        (part) => getComputedStyle(box, part).getPropertyValue('print-color-adjust') === 'exact',
      ),
    );

/** From 0 (black) to 1 (white). */
const lightnessOf = (page: Page, selector: string, property: 'color' | 'backgroundColor'): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const [r = 0, g = 0, b = 0] = (getComputedStyle(element)[name].match(/[\d.]+/g) ?? []).map(Number);
      return (r + g + b) / 3 / 255;
    }, property);

/** All visible text nodes of the page, in order. */
function shownWords(): string[] {
  const words: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // With `npm run test:translated`, texts are inside elements of the translator.
    const element =
      node instanceof HTMLElement ? node : node.parentElement?.closest<HTMLElement>(':not(font)');
    const box = element?.getBoundingClientRect();
    const isSeen = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || !box || box.width <= 1 || box.height <= 1) continue;
    if (node instanceof HTMLInputElement && node.type === 'checkbox') continue;
    if (node instanceof HTMLTextAreaElement || node instanceof HTMLInputElement) words.push(node.value);
    else if (node instanceof Text && element?.tagName !== 'TEXTAREA' && node.data.trim() !== '')
      words.push(node.data.trim());
  }
  return words;
}

/** Duration in seconds of the longest transition or animation on the page. */
function longestMotion(): number {
  const seconds = (value: string): number[] =>
    value.split(',').map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 0.001 : 1));
  const all = [...document.querySelectorAll('*')].flatMap((element) =>
    [undefined, '::before', '::after'].flatMap((part) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, part);
      return [
        ...seconds(transitionDuration),
        ...(animationName === 'none' ? [] : seconds(animationDuration)),
      ];
    }),
  );
  return Math.max(...all);
}
