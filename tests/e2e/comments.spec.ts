/** Threads of comments between two people: they follow their text, and commenters need no right to write. */
import type { Locator, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { expectAccessible } from './axe.ts';
import {
  callerOf,
  createDocument,
  expect,
  linesOf,
  nameCurrent,
  saveState,
  test,
  textOf,
  waitUntilSaved,
  type Person,
} from './spolu.ts';
import { bring } from './writer.ts';

const FIRST = 'The budget of the next quarter is not final yet.';
const SECOND = 'People come on Friday.';

/** A document with two paragraphs, shared with an editor. */
async function openBoth(person: (name: string) => Promise<Person>): Promise<[Person, Person, string]> {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Plan');
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText(FIRST);
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.insertText(SECOND);
  await waitUntilSaved(ann.page);
  await bring(ann, bob, path);
  await expect(textOf(bob.page)).toContainText(SECOND);
  return [ann, bob, path];
}

/** Within one block. */
const selectWord = (page: Page, word: string): Promise<void> =>
  textOf(page).evaluate((root, wanted) => {
    const block = [...root.children].find((one) => one.textContent?.includes(wanted));
    if (!block) throw new Error(`${wanted} is not in the text`);
    const from = block.textContent?.indexOf(wanted) ?? 0;
    const pointAt = (place: number): [Node, number] => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      let before = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { length } = node as Text;
        if (place <= before + length) return [node, place - before];
        before += length;
      }
      throw new Error(`${place} is not in the block`);
    };
    root.focus();
    getSelection()?.setBaseAndExtent(...pointAt(from), ...pointAt(from + wanted.length));
  }, word);

const besideText = (page: Page): Locator => page.getByRole('region', { name: 'Comments beside the text' });
const cards = (page: Page): Locator => besideText(page).getByRole('article');
const highlights = (page: Page): Locator => textOf(page).locator('.comment-mark');

/** Comments on a word. */
async function comment(page: Page, word: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Comment', exact: true });
  // A page that has just opened takes no comments until their parts are loaded.
  await expect(async () => {
    await selectWord(page, word);
    await page.keyboard.press('Control+Alt+KeyM');
    await expect(field).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).filter({ hasText: text })).toBeVisible();
  await expect(page.getByText('Waiting to be sent…')).toHaveCount(0);
}

async function open(page: Page, text: string): Promise<Locator> {
  const card = cards(page).filter({ hasText: text });
  await expect(card).toBeVisible();
  const opener = card.getByRole('button', { name: /^(Ann|Bob), / });
  if ((await opener.count()) > 0) await opener.click();
  return card;
}

test('a comment on a selection is answered, resolved and reopened by the other person', async ({
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
  await comment(ann.page, 'Friday', 'Which one?');
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

test('a draft survives a reload, and stands beside its text again', async ({ person }) => {
  const [ann] = await openBoth(person);
  await selectWord(ann.page, 'Friday');
  await ann.page.keyboard.press('Control+Alt+KeyM');
  const field = ann.page.getByRole('textbox', { name: 'Comment', exact: true });
  await expect(field).toBeFocused();
  await ann.page.keyboard.insertText('Or on Thursday');
  await ann.page.keyboard.press('Escape');
  await expect(textOf(ann.page)).toBeFocused();
  await ann.page.reload();
  await expect(field).toHaveText('Or on Thursday');
  await expect(textOf(ann.page).locator('.is-draft')).toHaveText('Friday');
  await besideText(ann.page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(cards(ann.page).getByText('Or on Thursday')).toBeVisible();
});

test('a commenter who came by the link comments, and cannot write', async ({ person }) => {
  const [ann, , path] = await openBoth(person);
  const cleo = await person('Cleo');
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

  await textOf(cleo.page).click();
  await cleo.page.keyboard.type('I was here');
  expect(await linesOf(cleo.page)).toEqual([FIRST, SECOND]);
  expect(await linesOf(ann.page)).toEqual([FIRST, SECOND]);
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

test('by keyboard alone: F7 goes to a comment, Tab into its card, Escape back to the caret', async ({
  person,
}) => {
  const [ann] = await openBoth(person);
  await comment(ann.page, 'budget', 'First');
  await comment(ann.page, 'Friday', 'Second');
  await ann.page.keyboard.press('Control+Home');
  await ann.page.keyboard.press('F7');
  await ann.page.keyboard.press('F7');
  await ann.page.keyboard.press('Tab');
  await expect(cards(ann.page).filter({ hasText: 'Second' })).toBeFocused();
  await ann.page.keyboard.press('Escape');
  await expect(textOf(ann.page)).toBeFocused();
  await ann.page.keyboard.type('a');
  await expect.poll(() => linesOf(ann.page)).toEqual([FIRST, SECOND.replace('Friday', 'aFriday')]);
});

test('a link to a comment opens it', async ({ person }) => {
  const [ann, bob, path] = await openBoth(person);
  await comment(ann.page, 'Friday', 'Look here');
  const id = await cards(ann.page).getAttribute('id');
  await bob.page.goto(`${path}?comment=${id?.replace('comment-', '')}`);
  await expect(cards(bob.page).getByRole('button', { name: 'Resolve' })).toBeVisible();
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

test('axe finds nothing in cards, panel, icons and sheet', async ({ person }) => {
  const [ann] = await openBoth(person);
  await comment(ann.page, 'budget', 'Is this right?');
  await comment(ann.page, 'Friday', 'And this?');
  await open(ann.page, 'Is this right?');
  await expectAccessible(ann.page, 'cards');
  await ann.page.setViewportSize({ width: 900, height: 800 });
  await besideText(ann.page).getByRole('button', { name: '1 comment' }).first().waitFor();
  await expectNoStrayDetails(ann.page);
  await expectAccessible(ann.page, 'icons');
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
