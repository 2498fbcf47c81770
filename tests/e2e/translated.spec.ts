import type { Language } from '#contract/languages.ts';
import { interfaceText, MARK } from './interface-text.ts';
import { createDocument, expect, linesOf, PASSWORD, signUp, test, textOf, waitUntilSaved } from './spolu.ts';
import { translateContext } from './translated-browser.ts';
import { inVariants } from './variants.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

/** A translator that replaces texts after a delay, and one that does so at once. */
const TRANSLATORS: readonly [language: Language, afterMs?: number][] = [['cs', 40], ['en-US']];

for (const [language, afterMs] of inVariants(TRANSLATORS)) {
  test(`a page stays usable while it is translated, in ${language}`, async ({ browser, spolu }) => {
    const { email } = await signUp(browser, spolu.url, 'Ann');
    const context = await browser.newContext({ baseURL: spolu.url, locale: language });
    const problems = await translateContext(context, { mark: MARK, ...(afterMs ? { afterMs } : {}) });
    const page = await context.newPage();
    const { button, field, text, dialog, pattern } = interfaceText(page, language);
    const within = interfaceText(page, language, dialog);

    await page.goto('/sign-in?next=%2Fdocuments');
    await field('auth:email').fill(email);
    await field('auth:password').fill('not this one');
    await button('auth:signIn.submit').click();
    await expect(page.getByRole('alert')).toHaveText(pattern('auth:failure.invalid_credentials'));
    await field('auth:password').fill(PASSWORD);
    await button('auth:signIn.submit').click();

    await button('documents:create').click();
    await page.waitForURL(/\/documents\/[0-9a-f-]{36}$/);
    await textOf(page).click();
    for (const word of ['One ', 'two ', 'three']) {
      await page.keyboard.type(word);
      await textOf(page).evaluate(intrude);
      await page.keyboard.press('Control+End');
      await expect(status()).toHaveText(pattern('presence:saved'));
    }
    expect(await linesOf(page)).toEqual(['One two three']);

    await button('documentPage:share').click();
    await within.field('sharing:email').fill('bob@example.com');
    await within.button('sharing:add').click();
    await expect(within.button('sharing:copyInvitationShort')).toBeVisible();
    await page.keyboard.press('Escape');

    await button('documentPage:history').click();
    await button('history:save').click();
    await within.field('history:name').fill('First');
    await within.button('history:save').click();
    await page.getByRole('button', { name: /First/ }).click();
    await button('history:restore').click();
    await within.button('history:restore').click();
    await expect(text('history:restored')).toBeVisible();
    await expect(textOf(page)).toHaveText('One two three');
    // No text from before the translation is left.
    await expect(status()).toHaveText(pattern('presence:saved'));
    expect(await page.locator('font font').count()).toBeGreaterThan(10);
    expect(await textOf(page).locator('font').count()).toBe(0);
    expect(problems).toEqual([]);

    function status() {
      return page.locator('header').getByRole('status').first();
    }
  });
}

/** Changes that translators and extensions make to the text. */
function intrude(text: Element): void {
  const fonts = document.createElement('font');
  fonts.append(Object.assign(document.createElement('font'), { textContent: 'Un deux' }));
  text.querySelector('p')?.firstChild?.replaceWith(fonts);
  text.append(document.createElement('grammarly-extension'));
}

/** From now on, inserting an element that matches the selector throws. */
function breakPart(selector: string): void {
  const { appendChild, insertBefore } = Node.prototype;
  const check = (node: Node): void => {
    if (node instanceof Element && (node.matches(selector) || node.querySelector(selector)))
      throw new Error('broken on purpose');
  };
  Node.prototype.appendChild = function append<Child extends Node>(this: Node, node: Child) {
    check(node);
    return appendChild.call(this, node) as Child;
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ) {
    check(node);
    return insertBefore.call(this, node, before) as Child;
  };
  Object.assign(window, { mend: () => Object.assign(Node.prototype, { appendChild, insertBefore }) });
}

const mend = (): void => (window as unknown as { mend: () => void }).mend();

test('when a part of an open document throws, changes are still saved', async ({ person }) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Plan');
  await textOf(page).click();
  await page.keyboard.type('Kept');
  await page.evaluate(breakPart, '.history-panel');
  await page.getByRole('button', { name: 'Version history' }).click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong in this part of the page.');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and saved');
  await waitUntilSaved(page);
  await page.evaluate(mend);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Save version' })).toBeVisible();

  // Breaks the text itself, with characters that are not on the server.
  await page.context().setOffline(true);
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' offline');
  await page.evaluate(breakPart, '.find-bar');
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('alert')).toContainText('Something went wrong in this part of the page.');
  await page.evaluate(mend);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(textOf(page)).toHaveText('Kept and saved offline');
  await page.context().setOffline(false);
  await waitUntilSaved(page);
});
