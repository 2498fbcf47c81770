/** Comments in the history, between two people on a line with ordinary latency. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cards, comment, selectWord, unfold } from './commenting.ts';
import { slowDownLanes } from './slow-down.ts';
import { createDocument, expect, nameCurrent, test, textOf, waitUntilSaved, type Person } from './spolu.ts';
import { bring } from './writer.ts';

const DELAY_MS = 80;
const FIRST = 'The budget of the next quarter is not final yet.';
const SECOND = 'People come on Friday.';

/** A document of two people, with a comment on *budget* and a version after it. */
async function openBoth(person: (name: string) => Promise<Person>): Promise<[Person, Person, string]> {
  const ann = await person('Ann');
  const bob = await person('Bob');
  for (const { page } of [ann, bob]) await slowDownLanes(page, DELAY_MS);
  const path = await createDocument(ann.page, 'Plan');
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText(FIRST);
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.insertText(SECOND);
  await waitUntilSaved(ann.page);
  await bring(ann, bob, path);
  await expect(textOf(bob.page)).toContainText(SECOND);
  await comment(bob.page, 'budget', 'Which budget?');
  return [ann, bob, path];
}

async function nameVersion(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(page, name);
  await page.getByRole('button', { name: 'Close version history' }).click();
  // The text takes the focus before something else is selected in it.
  await textOf(page).click();
}

const marksOf = (page: Page) => page.locator('main article [data-threads]');

test('a version shows the threads of its time, and a comparison numbers beside the later text', async ({
  person,
}) => {
  const [ann, bob, path] = await openBoth(person);
  await nameVersion(ann.page, 'Whole');
  await selectWord(ann.page, FIRST);
  await ann.page.keyboard.press('Delete');
  await waitUntilSaved(ann.page);
  await comment(ann.page, 'Friday', 'Which Friday?');
  await nameVersion(ann.page, 'Shorter');

  const { page } = bob;
  await page.goto(`${path}/history`);
  await page.getByText('Whole').click();
  await expect(marksOf(page)).toHaveText(['budget']);
  await page.getByRole('button', { name: '1 comment', exact: true }).click();
  const card = cards(page).filter({ hasText: 'Which budget?' });
  await expect(card.getByText('To reply, go back to the current version.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  await expect(marksOf(page).and(page.locator('.is-active'))).toHaveText('budget');
  await expectAccessible(page, 'a version with comments');

  await page.getByText('Shorter').click();
  await expect(marksOf(page)).toHaveText(['Friday']);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(page.locator('.change-removed')).toContainText('budget');
  await page.getByRole('button', { name: '1 comment', exact: true }).click();
  await expect(cards(page).getByText('Which Friday?')).toBeVisible();
  await expectAccessible(page, 'a comparison with comments');
});

test('a dot on the timeline of the playback leads to when comments were written', async ({ person }) => {
  const [, bob, path] = await openBoth(person);
  const { page } = bob;
  await comment(page, 'Friday', 'Which Friday?');
  await selectWord(page, 'People');
  await page.keyboard.type('They');
  await waitUntilSaved(page);
  await page.goto(`${path}/history`);
  await page
    .getByRole('button', { name: /by Ann/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Play back' }).click();
  const dot = page.getByRole('button', { name: '2 comments' });
  await expect(dot).toBeVisible();
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('Tab');
  await expect(dot).toBeFocused();
  await expectAccessible(page, 'a playback with comments');
  await page.keyboard.press('Enter');
  const text = page.locator('main article .document-text');
  await expect(text).toContainText(FIRST);
  await expect(text).toContainText(SECOND);
});

test('a card whose text is gone shows the version that had it', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  const { page } = bob;
  const card = cards(page).filter({ hasText: 'Which budget?' });
  const column = page.locator('main article.editor-column');

  // In the same stretch of writing, so that no version has the text.
  await selectWord(ann.page, FIRST);
  await ann.page.keyboard.press('Delete');
  await expect(card.getByText('The text was deleted')).toBeVisible();
  await unfold(card, card.getByRole('button', { name: 'Show the version' }));
  await waitUntilSaved(ann.page);
  await card.getByRole('button', { name: 'Show the version' }).click();
  await expect(page.getByRole('region', { name: 'The text that was commented on' })).toBeVisible();
  await expect(marksOf(page)).toHaveText(['budget']);
  await expect(marksOf(page)).toHaveClass(/is-active/);
  await expect(cards(page).getByText('Which budget?')).toBeVisible();
  await expect(column).toContainText(FIRST);
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Current version', exact: true }).click();

  // With a version.
  await ann.page.keyboard.press('Control+z');
  await expect(textOf(ann.page)).toContainText(FIRST);
  await nameVersion(ann.page, 'Whole');
  await selectWord(ann.page, 'budget of');
  await ann.page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Close version history' }).click();
  await expect(card.getByText('The text was changed')).toBeVisible();
  await unfold(card, card.getByRole('button', { name: 'Show the version' }));
  await card.getByRole('button', { name: 'Show the version' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Version from/ }).getByText('Whole')).toBeVisible();
  await expect(marksOf(page)).toHaveText(['budget']);
});

test('a thread whose text is gone is attached to other text, also by keyboard', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  const { page } = bob;
  await selectWord(ann.page, 'budget ');
  await ann.page.keyboard.press('Delete');
  const card = cards(page).filter({ hasText: 'Which budget?' });
  await expect(card.getByText('The text was changed')).toBeVisible();
  await unfold(card, card.getByRole('button', { name: 'Attach to other text' }));
  const attach = card.getByRole('button', { name: 'Attach here' });
  const draft = textOf(page).locator('.is-draft');

  await card.getByRole('button', { name: 'Attach to other text' }).focus();
  await page.keyboard.press('Enter');
  await expect(attach).toHaveAttribute('aria-disabled', 'true');
  await expect(attach).toHaveAccessibleDescription(/^Select the text that the comment is about\./);
  await expectAccessible(page, 'attaching');
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+Home');
  await expect(draft).toHaveText(SECOND);
  await expect(card.getByText(SECOND)).toBeVisible();
  await page.keyboard.press('F7');
  await expect(attach).toBeFocused();
  await page.keyboard.press('Enter');
  for (const one of [ann, bob]) await expect(textOf(one.page).locator('.comment-mark')).toHaveText([SECOND]);
  await expect(card).toBeFocused();
  await expect(draft).toHaveCount(0);
});

test('on a phone a thread to deleted text is attached from the panel', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  const { page } = bob;
  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+a');
  await ann.page.keyboard.insertText('All is new.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(textOf(page)).toHaveText('All is new.');
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Comments' });
  await unfold(panel, panel.getByRole('button', { name: 'Attach to other text' }));
  await page.getByRole('button', { name: 'Attach to other text' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('Select the text that the comment is about.')).toBeVisible();
  await selectWord(page, 'new');
  await page.getByRole('button', { name: 'Attach here' }).click();
  for (const one of [ann, bob]) await expect(textOf(one.page).locator('.comment-mark')).toHaveText(['new']);
});

test('a part that is restored brings its comment back, and both are told', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await comment(bob.page, 'Friday', 'Which Friday?');
  await nameVersion(ann.page, 'Whole');
  await selectWord(ann.page, 'budget of');
  await ann.page.keyboard.press('Delete');
  await selectWord(ann.page, 'Friday');
  await ann.page.keyboard.press('Delete');
  await waitUntilSaved(ann.page);
  await expect(textOf(bob.page).locator('.comment-mark')).toHaveCount(0);
  await nameVersion(ann.page, 'Less');

  await ann.page.getByRole('button', { name: 'Version history' }).click();
  await ann.page.getByText('Less').click();
  await ann.page.getByRole('button', { name: 'Show changes' }).click();
  await ann.page.locator('.change-removed').first().click();
  await ann.page.getByRole('button', { name: 'Restore earlier text' }).click();
  await ann.page.getByRole('menuitem', { name: 'At this change' }).click();
  for (const { page } of [ann, bob])
    await expect(page.getByRole('status').filter({ hasText: '1 comment is back at its text' })).toBeVisible();
  await expect(textOf(bob.page).locator('.comment-mark')).toHaveText(['budget']);
});
