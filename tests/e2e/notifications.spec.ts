/** Notifications between two people: told within a second, read in every tab, answered in place. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { createDocument, expect, test, textOf, titleOf, waitUntilSaved, type Person } from './spolu.ts';
import { slowDownLanes } from './slow-down.ts';
import { bring } from './writer.ts';

const LINE_MS = 80;
/** A second, and as much again for a busy machine. */
const TOLD_WITHIN_MS = 2000;

const bell = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true });
const row = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });

/** A shared document of Ann, with Bob before his list on a line with ordinary latency. */
async function openBoth(person: (name: string) => Promise<Person>): Promise<[Person, Person, string]> {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Plan');
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText('The budget is not final.');
  await waitUntilSaved(ann.page);
  // The invitation is seen with the document.
  const seen = bob.page.waitForResponse((response) => response.url().endsWith('/rpc/see_document'));
  await bring(ann, bob, path);
  await seen;
  // With the members of now.
  await ann.page.reload();
  await expect(textOf(ann.page)).toBeVisible();
  await slowDownLanes(bob.page, LINE_MS);
  await bob.page.goto('/documents');
  await expect(bob.page.getByRole('link', { name: 'Plan' })).toBeVisible();
  return [ann, bob, path];
}

async function beginComment(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  await expect(async () => {
    await textOf(page).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+Alt+KeyM');
    await expect(field).toBeFocused({ timeout: 2000 });
  }).toPass();
}

/** Types `@Bo` and chooses Bob. */
async function mentionBob(page: Page): Promise<void> {
  await page.keyboard.type('@Bo');
  const option = page.getByRole('option', { name: 'Bob' });
  await expect(option).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('[contenteditable=true] .mention').last()).toHaveText('@Bob');
}

/** How long until the bell says so. */
async function untilUnread(page: Page, count: number): Promise<number> {
  const fromMs = Date.now();
  const said = `${count} unread notification${count === 1 ? '' : 's'}`;
  await expect(bell(page)).toHaveAccessibleDescription(said);
  return Date.now() - fromMs;
}

test('a mention in a comment is told within a second, and opens at its thread; read here, it is read in each tab', async ({
  person,
}) => {
  const [ann, bob, path] = await openBoth(person);
  const second = await bob.page.context().newPage();
  await second.goto('/documents');
  await expect(bell(second)).toBeVisible();

  await beginComment(ann.page);
  await ann.page.keyboard.insertText('Is this right? ');
  await mentionBob(ann.page);
  const sent = ann.page.waitForResponse((response) => response.url().endsWith('/rpc/add_comment'));
  await ann.page.keyboard.press('Control+Enter');
  await sent;
  expect(await untilUnread(second, 1)).toBeLessThan(TOLD_WITHIN_MS);
  await untilUnread(bob.page, 1);
  await expect(bob.page).toHaveTitle('(1) Documents – Spolu');
  await second.close();

  await bell(bob.page).click();
  const mentioned = row(bob.page, 'Ann mentioned you in a comment on “Plan”');
  await expect(mentioned).toContainText('Is this right? @Bob');
  await expectAccessible(bob.page, 'the bell');
  await mentioned.getByRole('link').click();
  await expect(bob.page).toHaveURL(new RegExp(`${path}\\?comment=`));
  const card = bob.page.getByRole('region', { name: 'Comments beside the text' }).getByRole('article');
  await expect(card).toContainText('Is this right?');
  await expect(bell(bob.page)).toHaveAccessibleDescription('');

  // A reply to Ann, who has another tab open.
  const other = await ann.page.context().newPage();
  await other.goto('/documents');
  await card.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(card.locator('[contenteditable=true]')).toBeFocused();
  await bob.page.keyboard.insertText('Nearly.');
  await bob.page.keyboard.press('Control+Enter');
  await untilUnread(other, 1);
  await bell(other).click();
  await expect(row(other, 'Ann')).toHaveCount(0);
  await expect(row(other, 'Bob replied to a comment on “Plan”')).toContainText('Nearly.');
});

test('Mark all as read clears the other tab', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await beginComment(ann.page);
  await mentionBob(ann.page);
  await ann.page.keyboard.press('Control+Enter');
  await untilUnread(bob.page, 1);
  const other = await bob.page.context().newPage();
  await other.goto('/notifications');
  await untilUnread(other, 1);
  await other.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(bob.page)).toHaveAccessibleDescription('');
  await expect(bob.page).toHaveTitle('Documents – Spolu');
});

test('a request for access is allowed in the bell', async ({ person }) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Plan');
  await waitUntilSaved(ann.page);
  await ann.page.goto('/documents');
  await bob.page.goto(path);
  await bob.page.getByRole('button', { name: 'Request access' }).click();
  await untilUnread(ann.page, 1);
  await bell(ann.page).click();
  const asked = row(ann.page, 'Bob requests access to “Plan”');
  await asked.getByLabel('Role for Bob').selectOption('Editor');
  await asked.getByRole('button', { name: 'Allow' }).click();
  await expect(asked).toHaveCount(0);
  await expect(titleOf(bob.page)).toHaveValue('Plan');
  await expect(textOf(bob.page)).toHaveAttribute('contenteditable', 'true');
});

test('a mention in the text is told; taken out again, it is not', async ({ person }) => {
  const [ann, bob, path] = await openBoth(person);
  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.type(' ');
  await mentionBob(ann.page);
  await untilUnread(bob.page, 1);
  await ann.page.keyboard.press('Control+Z');
  await expect(ann.page.locator('.document-text .mention')).toHaveCount(0);
  await expect(bell(bob.page)).toHaveAccessibleDescription('');

  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.press('Enter');
  await mentionBob(ann.page);
  await untilUnread(bob.page, 1);
  await bell(bob.page).click();
  await row(bob.page, 'Ann mentioned you in “Plan”').getByRole('link').click();
  await expect(bob.page).toHaveURL(path);
  await expect(bell(bob.page)).toHaveAccessibleDescription('');
});

test('with the keyboard alone: through the list, done, and back; and in Czech', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await beginComment(ann.page);
  await mentionBob(ann.page);
  await ann.page.keyboard.press('Control+Enter');
  const { page } = bob;
  await untilUnread(page, 1);
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Ann invited you to “Plan”' })).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByRole('link', { name: /mentioned you/ })).toBeFocused();
  await expect(row(page, 'invited')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();

  await page.goto('/notifications');
  await expect(row(page, 'mentioned')).toBeVisible();
  await expectAccessible(page, 'notifications');
  await page.getByRole('button', { name: 'Bob (you)' }).click();
  await page.getByText('Čeština').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Oznámení' })).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Ann: zmínka o vás v komentáři k dokumentu „Plan“' }),
  ).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Název', exact: true })).toHaveValue('Plan');
});

test('settings are kept, and a document can be quiet', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  const { page } = bob;
  await page.goto('/account#notifications');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Prague');
  await page.getByRole('radio', { name: 'Someone replies to you: Off' }).check();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectAccessible(page, 'settings');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Someone replies to you: Off' })).toBeChecked();

  await page.goto('/documents');
  await page.getByRole('link', { name: 'Plan' }).click();
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByText('Nothing', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to documents' }).click();
  await expect(bell(page)).toHaveAccessibleDescription('');
  await beginComment(ann.page);
  await mentionBob(ann.page);
  const sent = ann.page.waitForResponse((response) => response.url().endsWith('/rpc/add_comment'));
  await ann.page.keyboard.press('Control+Enter');
  await sent;
  await page.goto('/notifications');
  await expect(row(page, 'Ann invited you to “Plan”')).toBeVisible();
  await expect(row(page, 'mentioned')).toHaveCount(0);
});
