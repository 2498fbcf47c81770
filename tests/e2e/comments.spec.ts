/** Threads of comments between two people: they follow their text, and commenters need no right to write. */
import type { Locator, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { expectAccessible } from './axe.ts';
import {
  besideText,
  cards,
  comment,
  FIRST,
  highlights,
  newComment,
  open,
  openBoth,
  SECOND,
  paste,
  selectWord,
  writeAlone,
} from './commenting.ts';
import {
  callerOf,
  expect,
  linesOf,
  nameCurrent,
  PASSWORD,
  saveState,
  test,
  textOf,
  waitUntilSaved,
} from './spolu.ts';
import { bring } from './writer.ts';

test('a comment on a selection is answered, resolved, reopened, edited and deleted by two people', async ({
  person,
}) => {
  const [ann, bob] = await openBoth(person);
  await comment(ann.page, 'budget', 'Is this right?');
  await expect(ann.page.getByRole('toolbar', { name: 'Selected text' })).toHaveCount(0);
  await expect(highlights(bob.page)).toHaveText(['budget']);
  await expect(bob.page.getByRole('button', { name: 'Comments', exact: true })).toHaveAccessibleDescription(
    '1 open comment',
  );

  const card = await open(bob.page, 'Is this right?');
  await card.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(card.getByRole('textbox', { name: 'Reply to Ann' })).toBeFocused();
  await bob.page.keyboard.insertText('Nearly.');
  await bob.page.keyboard.press('Control+Enter');
  await expect(cards(ann.page).getByText('Nearly.')).toBeVisible();
  await expect(cards(ann.page).and(ann.page.getByLabel('Ann, to “budget”, 1 reply, open'))).toBeVisible();

  await card.getByRole('button', { name: 'Add reaction' }).first().click();
  await bob.page.getByRole('button', { name: 'React with 👍' }).click();
  await expect(cards(ann.page).getByRole('button', { name: '👍 Bob' })).toBeVisible();

  await card.getByRole('button', { name: 'Resolve' }).click();
  await expect(highlights(ann.page)).toHaveCount(0);
  await ann.page.getByRole('button', { name: 'Comments', exact: true }).click();
  const panel = ann.page.getByRole('complementary', { name: 'Comments' });
  await panel.getByText('Resolved', { exact: true }).click();
  const article = panel.getByRole('article', { name: 'Ann, to “budget”, 1 reply, resolved' });
  await expect(article).toBeVisible();
  if ((await article.getByRole('button', { name: 'Reopen' }).count()) === 0)
    await article.getByRole('button', { name: /^Ann, to/ }).click();
  await article.getByRole('button', { name: 'Reopen' }).click();
  await expect(highlights(bob.page)).toHaveText(['budget']);

  // A reply to a resolved thread opens it, too.
  await card.getByRole('button', { name: 'Resolve' }).click();
  await expect(highlights(ann.page)).toHaveCount(0);
  await article.getByRole('button', { name: 'Reply', exact: true }).click();
  await ann.page.keyboard.insertText('One more thing.');
  await ann.page.keyboard.press('Control+Enter');
  await expect(highlights(bob.page)).toHaveText(['budget']);
  await expect(card.getByText('One more thing.')).toBeVisible();

  await panel.getByText('Open', { exact: true }).click();
  const own = panel.getByRole('article');
  await own.getByRole('button', { name: 'Comment menu' }).first().click();
  await ann.page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(own.getByRole('textbox', { name: 'Edit comment' })).toBeFocused();
  await ann.page.keyboard.insertText(' Really?');
  await ann.page.keyboard.press('Control+Enter');
  await expect(card.getByText('Is this right? Really?')).toBeVisible();
  await expect(card.getByText('edited')).toBeVisible();

  // The first comment leaves its replies; the thread goes with the last of them.
  const remove = async (page: Page, thread: Locator, name: string): Promise<void> => {
    const row = thread
      .getByText(name, { exact: true })
      .locator('xpath=ancestor::*[.//button[@aria-label="Comment menu"]][1]');
    await row.getByRole('button', { name: 'Comment menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this comment?' })
      .getByRole('button', { name: 'Delete' })
      .click();
  };
  await remove(ann.page, own, 'Is this right? Really?');
  const stub = cards(bob.page);
  await expect(stub.getByText('This comment was deleted.')).toBeVisible();
  await expect(stub.getByText('One more thing.')).toBeVisible();
  await remove(bob.page, stub, 'Nearly.');
  await expect(own.getByText('Nearly.')).toHaveCount(0);
  await remove(ann.page, own, 'One more thing.');
  await expect(highlights(bob.page)).toHaveCount(0);
  await expect(cards(bob.page)).toHaveCount(0);
});

test('a comment stays at its text through Enter, through its deletion and the undo', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await comment(ann.page, 'next quarter', 'Which one?');
  await expect(highlights(bob.page)).toHaveText(['next quarter']);

  // In the middle of the commented text.
  await selectWord(ann.page, 'quarter');
  await ann.page.keyboard.press('ArrowLeft');
  await ann.page.keyboard.press('Enter');
  await expect.poll(() => linesOf(bob.page)).toHaveLength(3);
  for (const { page } of [ann, bob]) {
    await expect.poll(async () => (await highlights(page).allTextContents()).join('')).toBe('next quarter');
    await expect(cards(page).filter({ hasText: 'Which one?' })).toBeVisible();
  }

  // The whole of it is deleted, and comes back.
  await ann.page.keyboard.press('Control+z');
  await expect.poll(() => linesOf(bob.page)).toHaveLength(2);
  await selectWord(ann.page, 'of the next quarter is');
  await ann.page.keyboard.press('Delete');
  await expect(highlights(bob.page)).toHaveCount(0);
  await bob.page.getByRole('button', { name: 'Comments', exact: true }).click();
  const panel = bob.page.getByRole('complementary', { name: 'Comments' });
  await expect(
    panel.getByText('The text was changed').or(panel.getByText('To deleted text')).first(),
  ).toBeVisible();
  await bob.page.getByRole('button', { name: 'Close comments' }).click();
  await ann.page.keyboard.press('Control+z');
  for (const { page } of [ann, bob])
    await expect.poll(async () => (await highlights(page).allTextContents()).join('')).toBe('next quarter');
});

test('a restore says how many comments are back at their text', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await comment(ann.page, 'budget', 'Which budget?');
  await open(bob.page, 'Which budget?');
  const tops = await watchTops(bob.page);
  await comment(ann.page, 'Friday', 'Which one?');
  await expect(cards(bob.page)).toHaveCount(2);
  // Neither the text nor the open card has moved.
  expect(await tops()).toHaveLength(1);
  await waitUntilSaved(ann.page);
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(ann.page, 'Whole');
  await expect(ann.page.getByText('Whole')).toBeVisible();
  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+a');
  await ann.page.keyboard.insertText('Nothing of this.');
  await waitUntilSaved(ann.page);
  await expect(highlights(bob.page)).toHaveCount(0);

  await ann.page.getByText('Whole').click();
  await ann.page.getByRole('button', { name: 'Restore' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  for (const { page } of [ann, bob]) {
    await expect(
      page.getByRole('status').filter({ hasText: '2 comments are back at their text' }),
    ).toBeVisible();
    await expect(highlights(page)).toHaveText(['budget', 'Friday']);
  }
  await expect(ann.page.getByRole('button', { name: 'Undo', exact: true }).last()).toBeVisible();
});

/** The places of text and open card in each frame, each once. */
async function watchTops(page: Page): Promise<() => Promise<string[]>> {
  await expect(cards(page).getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  // It has come to rest.
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    const seen = new Set<string>();
    const topOf = (selector: string): number =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? 0;
    const look = (): void => {
      seen.add(`${topOf('.document-text')} ${topOf('[id^=comment-]')}`);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seenTops: seen });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenTops: Set<string> }).seenTops]);
}

test('comments are printed as endnotes when that is chosen, and only then', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await comment(ann.page, 'Friday', 'Which Friday?');
  await comment(bob.page, 'budget', 'Too high');
  await expect(cards(ann.page)).toHaveCount(2);
  const { page } = ann;
  expect(await wordsOnPaper(page)).not.toMatch(/Too high|Which Friday/);

  // Chromium has no dialog here; it prints below.
  await page.evaluate(() =>
    Object.assign(window, { print: () => document.body.setAttribute('data-asked', '') }),
  );
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('button', { name: 'Print with comments' }).click();
  await expect(page.locator('body[data-asked]')).toBeAttached();
  await expect(textOf(page)).toContainText('The budget1 of');
  await expect(textOf(page)).toContainText('on Friday2.');
  const words = await wordsOnPaper(page);
  expect(words).toMatch(/Comments.*1\..*budget.*Bob.*Too high.*2\..*Friday.*Ann.*Which Friday\?/);
  await expect(page.locator('.comment-number')).toHaveCount(0);
  expect(await wordsOnPaper(page)).not.toMatch(/Too high|Which Friday|budget1/);
});

async function wordsOnPaper(page: Page): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })));
  const { text } = await extractText(pdf, { mergePages: true });
  await pdf.cleanup();
  return text.replaceAll(/\s+/g, ' ');
}

test('open comments are copied as footnotes of Markdown when that is chosen', async ({ person }) => {
  const [ann, bob] = await openBoth(person);
  await comment(ann.page, 'Friday', 'Which Friday?');
  await comment(bob.page, 'budget', 'Too high');
  await expect(cards(ann.page)).toHaveCount(2);
  const { page } = ann;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Document menu' }).click();
  await page.getByRole('button', { name: 'Copy as Markdown with comments' }).click();
  await expect(page.getByText('Copied as Markdown.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^The budget\[\^c1\] of .*\n\nPeople come on Friday\[\^c2\]\.\n\n\[\^c1\]: \*\*Bob\*\*, .*\n\n {4}Too high\n\n\[\^c2\]: \*\*Ann\*\*, .*\n\n {4}Which Friday\?\n$/,
  );
  await page.getByRole('button', { name: 'Copy as Markdown', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${FIRST}\n\n${SECOND}\n`);
});

test('a draft survives a reload and a sign-in; sent offline, it arrives once', async ({ person }) => {
  const [ann, bob, path] = await openBoth(person);
  const { page } = ann;
  // The shortcut does not wait for the parts that comments need.
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\/comments-beside-/, async (route) => {
    await loaded;
    await route.continue();
  });
  await page.reload();
  await expect(textOf(page)).toContainText(SECOND);
  await selectWord(page, 'Friday');
  await page.keyboard.press('Control+Alt+KeyM');
  await page.keyboard.press('x');
  load();
  await expect(newComment(page)).toBeFocused();
  await page.keyboard.insertText('Or on Thursday');
  await page.keyboard.press('Escape');
  await expect(textOf(page)).toBeFocused();
  await page.reload();
  await expect(newComment(page)).toHaveText('Or on Thursday');
  await expect(textOf(page).locator('.is-draft')).toHaveText('Friday');

  // The session ends on the server.
  await page.route('**/functions/v1/**', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', message: 'ended' } } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.unrouteAll();
  await page.getByLabel('Email', { exact: true }).fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(path));
  await expect(newComment(page)).toHaveText('Or on Thursday');
  await waitUntilSaved(page);

  await page.context().setOffline(true);
  await besideText(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(cards(page).getByText('Waiting to be sent…')).toBeVisible();
  // The first reply is lost on its way.
  let isLost = false;
  await page.route('**/rpc/add_comment', async (route) => {
    const reply = await route.fetch();
    if (isLost) return route.fulfill({ response: reply });
    isLost = true;
    return route.abort();
  });
  await page.context().setOffline(false);
  await expect(cards(bob.page).getByText('Or on Thursday')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Waiting to be sent…')).toHaveCount(0, { timeout: 30_000 });
  expect(isLost).toBe(true);
  for (const shown of [page, bob.page]) await expect(cards(shown).getByText('Or on Thursday')).toHaveCount(1);
  expect(await linesOf(page)).toEqual([FIRST, SECOND]);
});

test('commenters, by the link and by an invitation, comment and cannot write', async ({ person }) => {
  const ann = await person('Ann');
  const [bob, cleo] = [await person('Bob'), await person('Cleo')];
  const path = await writeAlone(ann);
  await bring(ann, bob, path, 'commenter');
  await callerOf(ann.page)!.rpc('set_link_role', {
    p_document: path.split('/').at(-1),
    p_role: 'commenter',
  });
  await cleo.page.goto(path);
  const join = cleo.page.getByRole('button', { name: /Join|Open/ });
  await expect(textOf(cleo.page).or(join).first()).toBeVisible();
  if ((await join.count()) > 0) await join.click();
  await expect(saveState(cleo.page)).toHaveText('Can comment');
  await expect(cleo.page.getByText('You can comment on this document but not edit it.')).toBeVisible();

  await comment(cleo.page, 'People', 'Which people?');
  await expect(cards(ann.page).getByText('Which people?')).toBeVisible();
  await expect(highlights(ann.page)).toHaveText(['People']);

  await expect(saveState(bob.page)).toHaveText('Can comment');
  await comment(bob.page, 'budget', 'Which budget?');
  await expect(highlights(ann.page)).toHaveText(['budget', 'People']);

  for (const { page } of [bob, cleo]) {
    await textOf(page).click();
    await page.keyboard.type('I was here');
    expect(await linesOf(page)).toEqual([FIRST, SECOND]);
  }
  expect(await linesOf(ann.page)).toEqual([FIRST, SECOND]);
});

test("a commenter's first comment takes the text that is typed before its field is there", async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page, ...bob } = await person('Bob');
  const path = await writeAlone(ann);
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route(/assets\/.*\.js/, async (route) => {
    if (isHeld && route.request().url().includes('comments-beside'))
      await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await bring(ann, { page, ...bob }, path, 'commenter');
  await selectWord(page, 'budget');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.keyboard.type('Which bud');
  isHeld = false;
  for (const release of held) release();
  await expect(newComment(page)).toBeFocused();
  await page.keyboard.type('get is it?');
  await expect(newComment(page)).toHaveText('Which budget is it?');
  await page.keyboard.press('Control+Enter');
  await expect(cards(ann.page).getByText('Which budget is it?')).toBeVisible();
});

test('a viewer reads comments and why they cannot reply', async ({ person }) => {
  const [ann, bob, path] = await openBoth(person);
  await comment(ann.page, 'budget', 'For everyone to read');
  const { data } = await callerOf(bob.page)!.auth.getUser();
  await callerOf(ann.page)!.rpc('set_member_role', {
    p_document: path.split('/').at(-1),
    p_user: data.user?.id,
    p_role: 'viewer',
  });
  await expect(saveState(bob.page)).toHaveText('View only');
  const card = await open(bob.page, 'For everyone to read');
  await expect(card.getByText('You can view this document, but not comment on it.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Reply' })).toHaveCount(0);
});

test('by keyboard alone: a comment that assigns a person, F7 to it, a reply, and back to the caret', async ({
  person,
}) => {
  const [ann, zofie] = await openBoth(person, 'Žofie Šťastná');
  const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press(ann.page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await press(ann.page, 'Control+Shift+ArrowRight', 'Shift+ArrowLeft', 'Control+Alt+KeyM');
  await expect(newComment(ann.page)).toBeFocused();
  await ann.page.keyboard.type('Check this, @stas');
  await expect(ann.page.getByRole('option', { name: 'Žofie Šťastná' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press(ann.page, 'Enter', 'Tab', 'Space');
  await expect(ann.page.getByLabel('Assign to Žofie Šťastná')).toBeChecked();
  await press(ann.page, 'Shift+Tab', 'Control+Enter');
  await expect(cards(ann.page).getByText('Assigned to Žofie Šťastná')).toBeVisible();
  await expect(textOf(ann.page)).toBeFocused();

  const card = cards(zofie.page).filter({ hasText: 'Check this, @Žofie Šťastná' });
  await expect(card.getByText('Assigned to you')).toBeVisible();
  await textOf(zofie.page).focus();
  await press(zofie.page, 'Control+End', 'F7', 'Tab');
  await expect(card).toBeFocused();
  for (const at of ['Resolve', 'Add reaction', 'Comment menu', 'Reply']) {
    await press(zofie.page, 'Tab');
    await expect(card.getByRole('button', { name: at })).toBeFocused();
  }
  await press(zofie.page, 'Enter');
  await expect(card.getByRole('textbox', { name: 'Reply to Ann' })).toBeFocused();
  await zofie.page.keyboard.insertText('It is right.');
  await press(zofie.page, 'Control+Enter');
  await expect(cards(ann.page).getByText('It is right.')).toBeVisible();
  await expect(card).toBeFocused();
  await press(zofie.page, 'Escape');
  await expect(textOf(zofie.page)).toBeFocused();
  await zofie.page.keyboard.type('whole ');
  await expect.poll(() => linesOf(ann.page)).toEqual([FIRST.replace('budget', 'whole budget'), SECOND]);

  await zofie.page.getByRole('button', { name: 'Comments', exact: true }).click();
  const panel = zofie.page.getByRole('complementary', { name: 'Comments' });
  await panel.getByText('For me', { exact: true }).click();
  await expect(panel.getByRole('article')).toHaveCount(1);
});

test('a link to an unread comment opens it and the closed section that it is in, and it is read', async ({
  person,
}) => {
  const [ann, bob, path] = await openBoth(person);
  await paste(
    ann.page,
    '<details open><summary>Folded</summary><div data-type="detailsContent"><p>The secret plan</p></div></details>',
  );
  await expect(textOf(ann.page)).toContainText('secret');
  // With icons beside the text.
  await bob.page.setViewportSize({ width: 900, height: 800 });
  await comment(ann.page, 'secret', 'Look here');
  await expect(highlights(bob.page)).toHaveText(['secret']);
  await expect(highlights(bob.page)).toBeHidden();
  const button = bob.page.getByRole('button', { name: 'Comments', exact: true });
  await expect(button).toHaveAccessibleDescription('1 open comment, 1 unread');
  const id = await cards(ann.page).getAttribute('id');
  const read = bob.page.waitForResponse(/read_threads/);
  await bob.page.goto(`${path}?comment=${id?.replace('comment-', '')}`);
  await expect(cards(bob.page).getByRole('button', { name: 'Resolve' })).toBeVisible();
  await expect(highlights(bob.page)).toBeInViewport();
  await expect(button).toHaveAccessibleDescription('1 open comment');
  expect((await read).ok()).toBe(true);
  await bob.page.goto(path);
  await expect(button).toHaveAccessibleDescription('1 open comment');
});

/** The text refers only to cards that are there, soon after they have come or gone. */
const expectNoStrayDetails = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      highlights(page).evaluateAll(
        (marks) =>
          marks.filter((mark) => {
            const id = mark.getAttribute('aria-details');
            return id !== null && document.getElementById(id) === null;
          }).length,
      ),
    )
    .toBe(0);

test('axe finds nothing in cards, panel, icons, popover and sheet', async ({ person }) => {
  const [ann] = await openBoth(person);
  await comment(ann.page, 'budget', 'Is this right?');
  await comment(ann.page, 'Friday', 'And this?');
  await open(ann.page, 'Is this right?');
  await expectAccessible(ann.page, 'cards');
  await ann.page.setViewportSize({ width: 900, height: 800 });
  await besideText(ann.page).getByRole('button', { name: '1 comment' }).first().waitFor();
  await expectNoStrayDetails(ann.page);
  await expectAccessible(ann.page, 'icons');
  await besideText(ann.page).getByRole('button', { name: '1 comment' }).first().click();
  await expect(cards(ann.page).getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await expectAccessible(ann.page, 'popover');
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await highlights(ann.page).first().click();
  await expect(ann.page.getByRole('button', { name: 'Next comment' })).toBeVisible();
  await expectNoStrayDetails(ann.page);
  await expectAccessible(ann.page, 'sheet');
  await ann.page.getByRole('button', { name: 'Close comment', exact: true }).click();
  await ann.page.getByRole('button', { name: 'Comments', exact: true }).click();
  await expect(ann.page.getByRole('complementary', { name: 'Comments' })).toBeVisible();
  await expectNoStrayDetails(ann.page);
  await expectAccessible(ann.page, 'panel');
});
