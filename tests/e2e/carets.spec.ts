/** Remote carets: known defects of other editors, one by one. */
import type { Locator, Page } from '@playwright/test';
import { createDocument, expect, share, test, textOf, waitUntilSaved, type Person } from './spolu.ts';
import { bring, goToEnd } from './writer.ts';

const caretOn = ({ page }: Person): Locator => textOf(page).locator('.peer-caret');
const labelOn = ({ page }: Person): Locator => textOf(page).locator('.peer-label');

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not visible');
  return box;
}

test('a name covers no text, is below its caret under the toolbar, goes, and comes back under the pointer', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Names');
  await goToEnd(ann.page);
  for (let line = 0; line < 40; line += 1) {
    await ann.page.keyboard.insertText(`Line ${line} Żyjący ÅÁ`);
    await ann.page.keyboard.press('Shift+Enter');
  }
  await waitUntilSaved(ann.page);
  await bring(ann, bob, path);
  await goToEnd(bob.page);
  for (let up = 0; up < 20; up += 1) await bob.page.keyboard.press('ArrowUp');
  await bob.page.keyboard.press('Home');
  // The editor may replace the element of the caret while it scrolls.
  await expect(() => caretOn(ann).scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  await bob.page.keyboard.press('ArrowRight');
  await expect(labelOn(ann)).toBeVisible();
  const caret = await boxOf(caretOn(ann));
  const label = await boxOf(labelOn(ann));
  const lineHeight = 18 * 1.6;
  expect(caret.width).toBeGreaterThanOrEqual(2);
  expect(label.y).toBeLessThan(caret.y);
  // The letters of the line above end higher, those of the line itself begin lower.
  expect(label.y).toBeGreaterThan(caret.y - lineHeight + 18);
  expect(label.y + label.height).toBeLessThanOrEqual(caret.y + 4);

  await expect(labelOn(ann)).toBeHidden({ timeout: 3500 });
  await ann.page.mouse.move(caret.x + caret.width / 2, caret.y + caret.height / 2);
  await expect(labelOn(ann)).toBeVisible();
  await ann.page.mouse.move(5, 5);
  await expect(labelOn(ann)).toBeHidden();

  // Right under the toolbar.
  const bar = await boxOf(ann.page.getByRole('toolbar', { name: 'Formatting' }));
  await ann.page.evaluate((by) => scrollBy(0, by), caret.y - bar.y - bar.height - 8);
  await bob.page.keyboard.press('ArrowRight');
  await expect(labelOn(ann)).toBeVisible();
  const [under, shown] = [await boxOf(caretOn(ann)), await boxOf(labelOn(ann))];
  expect(shown.y).toBeGreaterThan(under.y);
  expect(shown.y).toBeGreaterThan(bar.y + bar.height);
});

test('others never move this window, and their typing never takes the caret out of a table or a menu', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Cells');
  await goToEnd(ann.page);
  await ann.page.getByRole('button', { name: 'Table' }).click();
  await expect(textOf(ann.page).locator('table')).toBeVisible();
  const cells = (page: Page) => textOf(page).locator('td, th');
  await cells(ann.page).first().click();
  await waitUntilSaved(ann.page);
  await bring(ann, bob, path);
  await cells(bob.page).nth(1).click();
  await Promise.all([
    ann.page.keyboard.type('Ann stays in her cell all the time.', { delay: 60 }),
    bob.page.keyboard.type('Bob writes in the next one, and more.', { delay: 60 }),
  ]);
  await expect(cells(ann.page).first()).toHaveText('Ann stays in her cell all the time.');
  await expect(cells(ann.page).nth(1)).toHaveText('Bob writes in the next one, and more.');
  await cells(bob.page).first().click();
  await Promise.all([
    ann.page.keyboard.type(' Still here.', { delay: 60 }),
    bob.page.keyboard.press('End').then(() => bob.page.keyboard.type(' Both.', { delay: 70 })),
  ]);
  await expect(cells(ann.page).first()).toContainText('Still here.');

  // With a selection, and so the bubble menu: the name of a caret stays.
  await ann.page.keyboard.press('Shift+Home');
  await expect(ann.page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
  await bob.page.keyboard.press('ArrowLeft');
  await expect(labelOn(ann)).toHaveAttribute('data-name', 'Bob');
  await expect(ann.page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
});

test('a caret goes with its page at once, also after signing out, and leaves nothing', async ({ person }) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Gone');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await bob.page.goto(path);
  await goToEnd(bob.page);
  await bob.page.keyboard.type('Bob was here.');
  await waitUntilSaved(bob.page);
  await expect(caretOn(ann)).toHaveCount(1);
  await bob.page.locator('header').getByRole('button', { name: 'Bob (you)' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(bob.page).toHaveURL(/sign-in/);
  await expect(caretOn(ann)).toHaveCount(0, { timeout: 3000 });
  await expect(ann.page.getByRole('list', { name: 'People here' }).getByRole('listitem')).toHaveCount(1, {
    timeout: 3000,
  });
  await expect(ann.page.locator('.caret-rail span')).toHaveCount(0);
  await ann.page.keyboard.type('x');
  await expect(caretOn(ann)).toHaveCount(0);
});
