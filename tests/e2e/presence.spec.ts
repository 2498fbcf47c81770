import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { inLanguages } from './variants.ts';
import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

for (const words of inLanguages('cs', [
  {
    language: 'en-US',
    budget: 'In “Budget”',
    staff: 'In “Staff”',
    typing: 'In “Staff” · typing',
    go: 'Go there',
    goTo: 'Go to Bob',
    back: 'Back to where I was',
    outline: 'Outline',
    open: 'Open now: Bob',
    here: 'Here: Bob',
  },
  {
    language: 'cs',
    budget: 'V části „Budget“',
    staff: 'V části „Staff“',
    typing: 'V části „Staff“ · píše',
    go: 'Přejít tam',
    goTo: 'Přejít na místo: Bob',
    back: 'Zpět na moje místo',
    outline: 'Osnova',
    open: 'Právě má otevřeno: Bob',
    here: 'Je tu: Bob',
  },
])) {
  test(`a face shows which section a user is in, and leads there and back (${words.language})`, async ({
    person,
  }) => {
    const ann = await person('Ann');
    const bob = await person('Bob');
    await ann.page.addInitScript((chosen) => localStorage.setItem('spolu.language', chosen), words.language);
    const path = await createDocument(bob.page, 'Plan');
    await share(bob.page, ann.email, 'Editor');
    await textOf(bob.page).click();
    for (const line of [
      '# Budget',
      'Money.',
      ...Array.from({ length: 40 }, (_, at) => `Line ${at}`),
      '# Staff',
      'People.',
    ]) {
      await bob.page.keyboard.insertText(line.replace('# ', ''));
      if (line.startsWith('# ')) await bob.page.keyboard.press('Control+Alt+1');
      await bob.page.keyboard.press('Enter');
    }
    await waitUntilSaved(bob.page);
    await ann.page.goto('/documents');
    await expect(ann.page.getByRole('listitem').filter({ hasText: 'Plan' })).toContainText(words.open);
    await ann.page.goto(path);
    const text = ann.page.locator('.document-text');
    await expect(text).toContainText('People.');

    await bob.page.keyboard.press('Control+Home');
    await bob.page.keyboard.press('ArrowDown');
    const face = ann.page.locator('header').getByRole('button', { name: 'Bob', exact: true });
    await face.click();
    const card = ann.page.getByRole('dialog', { name: 'Bob' });
    await expect(card).toContainText(words.budget);
    // The caret goes to another section, and then the heading above it changes.
    await bob.page.keyboard.press('Control+End');
    await expect(card).toContainText(words.staff);
    await bob.page.keyboard.type('And more.', { delay: 60 });
    await expect(card).toContainText(words.typing);
    await expect(card).not.toContainText(words.typing);
    await ann.page.keyboard.press('Escape');

    // Bob's caret is out of view, below.
    const away = ann.page.getByRole('button', { name: words.goTo });
    await expect(away).toBeVisible();
    await face.click();
    await card.getByRole('button', { name: words.go }).click();
    await expect(ann.page.locator('.peer-caret')).toBeInViewport();
    await expect(away).toBeHidden();
    await expect(text).not.toBeFocused();
    await expect(card).toBeHidden();
    await ann.page.getByRole('button', { name: words.back, exact: true }).click();
    await expect.poll(() => scrolled(ann.page)).toBeLessThan(5);
    await expect(away).toBeVisible();
    await away.click();
    await expect(ann.page.locator('.peer-caret')).toBeInViewport();
    await expect(ann.page.getByRole('button', { name: words.back, exact: true })).toBeVisible();

    await ann.page.getByRole('button', { name: words.outline }).click();
    const heading = ann.page.getByRole('navigation').getByRole('button', { name: /^Staff/ });
    await expect(heading).toContainText(words.here);
    // Bob moves the heading below himself: he is in the section before it.
    await bob.page.keyboard.press('ArrowUp');
    await bob.page.keyboard.press('ArrowUp');
    await expect(bob.page.locator('.document-text')).toContainText('Staff');
    await bob.page.keyboard.press('Alt+Shift+ArrowDown');
    await bob.page.keyboard.press('ArrowUp');
    await expect(heading).not.toContainText(words.here);

    // Remote typing never scrolls this window, and a closed tab takes its caret along.
    await ann.page.evaluate(() => scrollTo(0, 0));
    await bob.page.keyboard.press('Control+End');
    await bob.page.keyboard.type('Written at the end, far from what Ann reads.');
    await expect(text).toContainText('far from what Ann reads.');
    expect(await scrolled(ann.page)).toBe(0);
    await bob.page.close();
    await expect(ann.page.locator('.peer-caret')).toHaveCount(0, { timeout: 3000 });
    await expect(face).toBeHidden({ timeout: 3000 });
  });
}

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

for (const words of inLanguages('en-US', [
  {
    language: 'en-US',
    selecting: 'selecting text',
    away: 'away',
    follow: 'Follow',
    gather: 'Ask everyone to come here',
    change: 'Change what others see',
    section: 'What others see',
    called: 'Ann asks you to come to where they are.',
    go: 'Go there',
    back: 'Back to where I was',
    hidden: 'Your cursor isn’t shown.',
    cantFollow: 'They can’t follow you.',
    saved: 'Saved.',
    self: (name: string) => `${name} (you)`,
  },
  {
    language: 'cs',
    selecting: 'označuje text',
    away: 'je pryč',
    follow: 'Sledovat',
    gather: 'Přivolat všechny sem',
    change: 'Změnit, co vidí ostatní',
    section: 'Co vidí ostatní',
    called: 'Ann vás zve na své místo v textu.',
    go: 'Přejít tam',
    back: 'Zpět na moje místo',
    hidden: 'Váš kurzor nevidí.',
    cantFollow: 'Sledovat vás nemohou.',
    saved: 'Uloženo.',
    self: (name: string) => `${name} (vy)`,
  },
])) {
  test(`others see what one does and allows; an editor asks everyone to come (${words.language})`, async ({
    person,
  }) => {
    const [ann, bob, vera] = [await person('Ann'), await person('Bob'), await person('Vera')];
    const path = await createDocument(ann.page, 'Plan');
    await share(ann.page, bob.email, 'Editor');
    await share(ann.page, vera.email, 'Viewer');
    await textOf(ann.page).click();
    for (let line = 0; line < 60; line += 1) {
      await ann.page.keyboard.insertText(`Line ${line}.`);
      await ann.page.keyboard.press('Enter');
    }
    await waitUntilSaved(ann.page);
    for (const { page } of [ann, bob, vera]) {
      await page.addInitScript((chosen) => localStorage.setItem('spolu.language', chosen), words.language);
      await page.goto(path);
      await expect(page.locator('.document-text')).toContainText('Line 59.');
    }
    const face = (name: string) => ann.page.locator('header').getByRole('button', { name, exact: true });
    const card = ann.page.getByRole('dialog', { name: 'Bob' });

    await bob.page.getByText('Line 1.').click();
    await bob.page.keyboard.press('Shift+End');
    await bob.page.keyboard.press('Shift+ArrowDown');
    await expect(face('Bob').locator('[data-activity=selecting]')).toBeVisible();
    await face('Bob').click();
    await expect(card).toContainText(words.selecting);
    if (words.language === 'en-US') await expectAccessible(ann.page, 'card');
    // A look at another tab is not yet being away.
    await hide(bob.page, true);
    await expect(card).toContainText(words.away, { timeout: 20_000 });
    await hide(bob.page, false);
    await expect(card).not.toContainText(words.away);
    await ann.page.keyboard.press('Escape');

    // The caret of a viewer is hidden, and the viewer's menu states that.
    await vera.page.getByText('Line 2.').click();
    await vera.page
      .locator('header')
      .getByRole('button', { name: words.self('Vera') })
      .click();
    await expect(vera.page.getByText(words.hidden)).toBeVisible();
    await vera.page.keyboard.press('Escape');
    await vera.page.locator('header').getByRole('button', { name: 'Bob', exact: true }).click();
    await expect(vera.page.getByRole('dialog', { name: 'Bob' }).getByRole('button').first()).toBeVisible();
    await expect(vera.page.getByRole('button', { name: words.gather })).toHaveCount(0);
    await vera.page.keyboard.press('Escape');
    await expect(ann.page.locator('.peer-caret')).toHaveCount(1);

    await ann.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await face('Bob').click();
    await ann.page.getByRole('button', { name: words.gather }).click();
    if (words.language === 'en-US') await expectAccessible(vera.page, 'offer');
    for (const { page } of [bob, vera]) {
      await expect(page.getByText(words.called)).toBeVisible();
      expect(await scrolled(page), 'nobody is moved').toBe(0);
    }
    await vera.page.getByRole('button', { name: words.go }).click();
    await expect(vera.page.getByText('Line 59.')).toBeInViewport();
    await vera.page.getByRole('button', { name: words.back, exact: true }).click();
    await expect.poll(() => scrolled(vera.page)).toBeLessThan(5);

    // Messages about a document stay there.
    await face('Bob').click();
    await card.getByRole('button', { name: words.go }).click();
    const moved = ann.page.getByRole('button', { name: words.back, exact: true });
    await expect(moved).toBeVisible();
    await ann.page
      .locator('header')
      .getByRole('button', { name: words.self('Ann') })
      .click();
    await expect(ann.page.getByRole('button', { name: words.gather })).toHaveCount(0);
    await ann.page.getByRole('link', { name: words.change }).click();
    await expect(ann.page.getByRole('heading', { name: words.section })).toBeFocused();
    await expect(ann.page.getByRole('heading', { name: words.section })).toBeInViewport();
    await expect(moved).toHaveCount(0);
    await ann.page.goBack();
    await expect(face('Bob')).toBeVisible();

    // Bob lets nobody follow, and shows his caret only while he writes.
    await bob.page.goto('/account#presence');
    await expect(bob.page.getByRole('heading', { name: words.section })).toBeFocused();
    await bob.page
      .locator('fieldset', { has: bob.page.locator('[value=off]') })
      .first()
      .locator('label')
      .last()
      .click();
    await bob.page.locator('select').first().selectOption('never');
    await expect(bob.page.getByText(words.saved)).toBeVisible();
    await bob.page.goto(path);
    await bob.page.getByText('Line 3.').click();
    const follows = await watchFrames(ann.page, '[role=dialog] button', words.follow);
    await face('Bob').click();
    await expect(card).toBeVisible();
    await ann.page.waitForTimeout(2000);
    expect((await follows()).filter((count) => count > 0)).toEqual([]);
    await expect(ann.page.locator('.peer-caret')).toHaveCount(0);
    await bob.page.keyboard.type('Bob writes.', { delay: 40 });
    await expect(ann.page.locator('.peer-caret')).toHaveCount(1);
    await bob.page
      .locator('header')
      .getByRole('button', { name: words.self('Bob') })
      .click();
    await expect(bob.page.getByText(words.cantFollow)).toBeVisible();
  });
}

/** As if the user looked at another tab. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** Counts, in every frame until the returned function is called, the elements with this text or label. */
async function watchFrames(page: Page, selector: string, name: string) {
  const watch = await page.evaluateHandle(
    ([part, text]) => {
      const counts: number[] = [];
      let frame = 0;
      const look = (): void => {
        const found = [...document.querySelectorAll(part!)].filter(
          (one) => one.textContent?.trim() === text || one.getAttribute('aria-label') === text,
        );
        counts.push(found.length);
        frame = requestAnimationFrame(look);
      };
      look();
      return { counts, stop: () => cancelAnimationFrame(frame) };
    },
    [selector, name],
  );
  return () =>
    watch.evaluate(({ counts, stop }) => {
      stop();
      return counts;
    });
}

test('a person who types is named without a break, in view and out of it, although text comes after carets', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Plan');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  for (let line = 0; line < 60; line += 1) {
    await ann.page.keyboard.insertText(`Line ${line}.`);
    await ann.page.keyboard.press('Enter');
  }
  await waitUntilSaved(ann.page);
  await bob.page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer();
    let dueAtMs = 0;
    socket.onMessage((message) => {
      if (!message.toString('latin1').includes(':upd')) return server.send(message);
      dueAtMs = Math.max(dueAtMs, Date.now() + 80 + Math.random() * 170);
      setTimeout(() => server.send(message), dueAtMs - Date.now());
    });
  });
  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText('Line 59.');
  await bob.page.getByText('Line 59.').click();
  await bob.page.keyboard.press('End');
  await bob.page.keyboard.type(' Bob', { delay: 70 });
  await expect(ann.page.locator('.document-text')).toContainText('Line 59. Bob');

  await ann.page.evaluate(() => scrollTo(0, 0));
  await expect(ann.page.getByRole('button', { name: 'Go to Bob' })).toBeVisible();
  const ofPill = await watchFrames(ann.page, 'button', 'Go to Bob');
  await bob.page.keyboard.type(' writes something out of her sight', { delay: 70 });
  const pill = await ofPill();
  expect(pill.length).toBeGreaterThan(60);
  expect(pill.filter((count) => count !== 1)).toEqual([]);

  await ann.page.getByRole('button', { name: 'Go to Bob' }).click();
  await expect(ann.page.locator('.peer-caret')).toBeInViewport();
  const ofCaret = await watchFrames(ann.page, '.peer-caret', '');
  await bob.page.keyboard.type(' and in her sight', { delay: 70 });
  await bob.page.keyboard.press('Enter');
  await bob.page.keyboard.type('on a line of its own.', { delay: 70 });
  const carets = await ofCaret();
  expect(carets.filter((count) => count !== 1)).toEqual([]);
  await expect(ann.page.locator('.document-text')).toContainText('on a line of its own.');
});
