import type { Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

for (const words of [
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
    open: 'Právě otevřeno: Bob',
    here: 'Je tu: Bob',
  },
]) {
  test(`a face tells in which section somebody is, and leads there and back (${words.language})`, async ({
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

    // Out of sight, below.
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

    // What others type never scrolls this window, and a closed tab takes its caret along.
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
