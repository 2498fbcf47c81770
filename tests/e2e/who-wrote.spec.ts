/** From the keys to the proof: text that comes back counts for the person who wrote it, not for the one who brought it back. */
import type { Page } from '@playwright/test';
import { createDocument, expect, linesOf, nameCurrent, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring } from './writer.ts';

const ANNAS = 'Ten of her';
const BORISS = 'Boris says that it rains today and all of tomorrow.';
/** Between what people do. */
const PAUSE_MS = 120;

test('Anna deletes, cuts and restores what Boris wrote, and takes it back', async ({ person }) => {
  test.slow();
  const [anna, boris] = [await person('Anna'), await person('Boris')];
  const { page } = anna;
  const path = await createDocument(page, '');
  await textOf(page).click();
  await page.keyboard.type(ANNAS);
  await waitUntilSaved(page);
  await saveVersion(page, 'Before Boris');
  await bring(anna, boris, path);
  await textOf(boris.page).click();
  await boris.page.keyboard.press('Control+End');
  await boris.page.keyboard.press('Enter');
  await boris.page.keyboard.type(BORISS);
  await waitUntilSaved(boris.page);
  await expect(textOf(page)).toContainText(BORISS);
  await saveVersion(page, 'After Boris');
  const proof = await page.context().newPage();

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE_MS);
  };
  const expectText = async (after: string): Promise<void> => {
    await expect.poll(() => linesOf(page), after).toEqual([ANNAS, BORISS]);
    await waitUntilSaved(page);
  };
  /** A lost writer does not come back, so one look covers all the steps before it. */
  const expectTrue = async (after: string): Promise<void> => {
    await expectText(after);
    await proof.goto(`${path}/proof`);
    const counted = async (name: string) =>
      proof.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1).textContent();
    await expect(proof.getByRole('row')).toHaveCount(3);
    expect([after, await counted('Anna'), await counted('Boris')]).toEqual([after, '10', '51']);
  };
  const goTo = async (line: string): Promise<void> => {
    await textOf(page).getByText(line).click();
    await press('End');
  };

  await goTo(BORISS);
  await press('Shift+Home');
  await press('Delete');
  await press('Control+z');
  await expectText('deletion and undo');

  await press('Control+y');
  await press('Control+z');
  await press('Control+y');
  await press('Control+z');
  await expectText('redo and undo, twice');

  await goTo(BORISS);
  await press('Backspace');
  await page.waitForTimeout(600);
  await press('Control+z');
  await expectText('one letter, and undo');

  await goTo(BORISS);
  await press('Shift+Home');
  await press('Control+x');
  await waitUntilSaved(page);
  await page.waitForTimeout(600);
  await press('Control+v');
  await expectText('cut and paste a second later');

  await goTo(BORISS);
  await press('Shift+ArrowLeft');
  await press('Control+x');
  await page.waitForTimeout(600);
  await press('Control+v');
  await expectText('one letter, cut and pasted');

  await goTo(BORISS);
  await press('Shift+Home', 'Control+x');
  await waitUntilSaved(page);
  await page.reload();
  await expect(textOf(page)).not.toContainText(BORISS);
  await textOf(page).click();
  await press('Control+End', 'Control+v');
  await expectTrue('cut, and pasted after a reload');

  await restoreVersion(page, 'Before Boris');
  await expect.poll(() => linesOf(page)).toEqual([ANNAS]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expectText('a restore, undone');

  await goTo(BORISS);
  await press('Shift+Home', 'Delete', 'Backspace');
  await waitUntilSaved(page);
  await restoreVersion(page, 'After Boris');
  await expectTrue('deletion, and a version from before it restored');
});

async function openHistory(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Version history' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Version history' }).click();
}

async function saveVersion(page: Page, name: string): Promise<void> {
  await openHistory(page);
  await nameCurrent(page, name);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
}

async function restoreVersion(page: Page, name: string): Promise<void> {
  await openHistory(page);
  await page.getByText(name).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Version restored')).toBeVisible();
}

test('the numbers of versions are what people typed and deleted', async ({ person }) => {
  const { page } = await person('Anna');
  await createDocument(page, 'Numbers');
  await textOf(page).click();
  await page.keyboard.type('The reserve is one tenth of it, says Boris.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A second line.');
  await openHistory(page);
  const panel = page.getByRole('complementary', { name: 'Version history' });
  const saved = async (name: string): Promise<void> => {
    await waitUntilSaved(page);
    await nameCurrent(page, name);
    await expect(panel.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    await textOf(page).locator(':scope > *').first().click();
    await page.keyboard.press('Control+Home');
  };
  await saved('Start');
  await page.keyboard.press('Control+Alt+2');
  await saved('Heading');
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await saved('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await saved('Joined');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await saved('Moved');
  await page.keyboard.press('Control+Shift+8');
  await saved('List');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('abcdefghij');
  for (let back = 0; back < 4; back += 1) await page.keyboard.press('Backspace');
  await waitUntilSaved(page);
  await page.reload();
  await expect(panel).toBeVisible();
  const amounts = panel.getByRole('listitem').filter({ has: page.locator('time[title]') });
  await expect(amounts.filter({ hasText: '64 typed, 0 deleted' })).toHaveCount(1);
  await expect(amounts.filter({ hasText: 'Formatting only' })).toHaveCount(5);
  await expect(amounts.filter({ hasText: /(?:10 typed, 4|6 typed, 0) deleted/ })).toHaveCount(1);
});

test('the steps through the changes stay in view while the page scrolls, at every width', async ({
  person,
}) => {
  const { page } = await person('Anna');
  await createDocument(page, 'Steps');
  await textOf(page).click();
  for (let line = 0; line < 60; line += 1) {
    await page.keyboard.insertText(`Line ${line}.`);
    await page.keyboard.press('Enter');
  }
  await waitUntilSaved(page);
  await saveVersion(page, 'Long');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('The end.');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('The start. ');
  await waitUntilSaved(page);
  await openHistory(page);
  const panel = page.getByRole('complementary', { name: 'Version history' });
  await panel.getByRole('listitem').filter({ hasText: 'by Anna' }).first().getByRole('button').click();
  await page.getByRole('button', { name: 'Show changes' }).click();
  const next = page.getByRole('button', { name: 'Next change' });
  await expect(next).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [900, 700],
    [390, 780],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (let step = 0; step < 2; step += 1) {
      await next.click();
      await page.waitForTimeout(300);
      const isOnTop = await next.evaluate((button) => {
        const { x, y, width: wide, height: high } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + wide / 2, y + high / 2));
      });
      expect([width, step, isOnTop]).toEqual([width, step, true]);
    }
  }
});
