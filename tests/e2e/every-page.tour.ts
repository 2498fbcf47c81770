/** Walks through every page, menu and dialog while a page translator is active, in both languages. */
import type { Page } from '@playwright/test';
import { LANGUAGES } from '#contract/languages.ts';
import { interfaceText, MARK } from './interface-text.ts';
import { chooseFile, picture } from './picture.ts';
import { expect, PASSWORD, test, textOf } from './spolu.ts';
import { account, deleteAccount, elsewhere, leave } from './tour-of-account.ts';
import { translateContext } from './translated-browser.ts';
import type { Visitor } from './visitor.ts';

for (const language of LANGUAGES) {
  test(`every page and dialog, translated, in ${language}`, async ({ browser, spolu }) => {
    // Each with its own address, because mails are rate-limited by address.
    const extraHTTPHeaders = { 'x-forwarded-for': `10.19.0.${LANGUAGES.indexOf(language) + 1}` };
    const problems: string[] = [];
    const open = async (): Promise<Page> => {
      const permissions = ['clipboard-read', 'clipboard-write'];
      const options = { baseURL: spolu.url, locale: language, extraHTTPHeaders, permissions };
      const context = await browser.newContext(options);
      await translateContext(context, { mark: MARK }, problems);
      const opened = await context.newPage();
      opened.setDefaultTimeout(10_000);
      return opened;
    };
    const page = await open();
    const all = interfaceText(page, language);
    const visitor: Visitor = {
      page,
      all,
      dialog: interfaceText(page, language, all.dialog),
      email: `eva-${language}-${Date.now()}@example.com`.toLowerCase(),
      language,
      openElsewhere: open,
    };
    for (const part of [
      signUp,
      list,
      folders,
      trash,
      write,
      insert,
      cards,
      share,
      invite,
      history,
      account,
      elsewhere,
      leave,
      deleteAccount,
    ])
      await test.step(part.name, () => part(visitor));
    expect(problems).toEqual([]);
  });
}

async function signUp({ page, all, email }: Visitor): Promise<void> {
  await page.goto('/sign-up');
  await all.button('account:signUp.submit').click();
  await expect(all.text('auth:problem.name')).toBeVisible();
  await expect(all.text('auth:problem.email')).toBeVisible();
  await all.field('account:name').fill('Eva');
  await all.field('auth:email').fill(email);
  await all.field('auth:password').fill('short');
  await all.button('auth:show').click();
  await all.button('account:signUp.submit').click();
  await all.field('auth:password').fill(PASSWORD);
  await all.button('account:signUp.submit').click();
  await expect(all.heading('documents:title')).toBeVisible();
}

async function newDocument({ page, all }: Visitor, title: string): Promise<void> {
  await all.button('documents:create').click();
  await page.waitForURL(/\/documents\/[0-9a-f-]{36}$/);
  await all.field('editor:title').fill(title);
  await expect(page.locator('header').getByRole('status').first()).toHaveText(all.pattern('presence:saved'));
}

async function toList({ all }: Visitor): Promise<void> {
  await all.link('common:back').click();
  await expect(all.heading('documents:title')).toBeVisible();
}

async function inRow({ page, all }: Visitor, title: string, command: string): Promise<void> {
  await all.button('documentList:actions', { title }).click();
  await page.getByRole('menu').getByText(all.pattern(command)).click();
}

async function list(visitor: Visitor): Promise<void> {
  const { page, all } = visitor;
  await newDocument(visitor, 'Plan');
  await toList(visitor);
  const row = page.getByRole('link', { name: 'Plan', exact: true });
  await expect(row).toHaveText('Plan');
  await expect(row.locator('font')).toHaveCount(0);
  await inRow(visitor, 'Plan', 'documentList:rename');
  await all.field('documentList:newTitle').fill('Plan B');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Plan B', exact: true })).toBeVisible();
  await inRow(visitor, 'Plan B', 'documentList:duplicate');
  await expect(all.text('documentList:duplicated', { title: 'Plan B' })).toBeVisible();
  await all.field('documentList:search').fill('nothing like it');
  await expect(all.heading('documentList:nothingFound', { search: 'nothing like it' })).toBeVisible();
  await all.button('documentList:clearSearch').click();
  for (const view of ['favorites', 'recent', 'shared', 'owned', 'all'])
    await page
      .getByRole('navigation')
      .getByText(all.pattern(`documentList:view.${view}`))
      .first()
      .click();
}

async function folders(visitor: Visitor): Promise<void> {
  const { page, all, dialog } = visitor;
  await all.button('documentList:folders.make').click();
  await dialog.button('documentList:folders.create').click();
  await expect(dialog.text('documentList:folders.nameless')).toBeVisible();
  await dialog.field('documentList:folders.name').fill('Garden');
  await dialog.button('documentList:folders.create').click();
  await expect(all.text('documentList:folders.made', { name: 'Garden' })).toBeVisible();
  await page.goto('/documents');
  await inRow(visitor, 'Plan B', 'documentList:folders.move');
  await all.dialog.getByText('Garden').click();
  await expect(all.text('documentList:folders.moved', { title: 'Plan B', name: 'Garden' })).toBeVisible();
  await page.getByRole('link', { name: /Garden/ }).click();
  await all.button('documentList:folders.rename').click();
  await dialog.field('documentList:folders.name').fill('Yard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Yard' })).toBeVisible();
  await all.button('documentList:folders.delete').click();
  await dialog.button('documentList:folders.delete').click();
  await expect(all.text('documentList:folders.deleted', { name: 'Yard' })).toBeVisible();
}

async function trash(visitor: Visitor): Promise<void> {
  const { page, all, dialog } = visitor;
  await page.goto('/documents');
  await inRow(visitor, 'Plan B', 'documentList:moveToTrash');
  await expect(all.text('documentList:trashed', { title: 'Plan B' })).toBeVisible();
  await all.button('documentList:undo').click();
  await expect(page.getByRole('link', { name: 'Plan B', exact: true })).toBeVisible();
  await inRow(visitor, 'Plan B', 'documentList:moveToTrash');
  await page.goto('/documents?view=trash');
  await all.button('documentList:restoreOne', { title: 'Plan B' }).click();
  await page.goto('/documents');
  await inRow(visitor, 'Plan B', 'documentList:moveToTrash');
  await expect(all.text('documentList:trashed', { title: 'Plan B' })).toBeVisible();
  await page.goto('/documents?view=trash');
  await all.button('documentList:deleteForeverOne', { title: 'Plan B' }).click();
  await dialog.button('documentList:deleteForever').click();
  await expect(all.text('documentList:deletedForever', { title: 'Plan B' })).toBeVisible();
}

async function write(visitor: Visitor): Promise<void> {
  const { page, all } = visitor;
  await page.goto('/documents');
  await newDocument(visitor, 'Garden plan');
  const text = textOf(page);
  await text.click();
  await page.keyboard.type('One two three');
  await page.keyboard.press('Control+f');
  await all.field('lateEditor:find.query').fill('two');
  await expect(all.text('lateEditor:find.place', { current: 1, count: 1 })).toBeVisible();
  await page.getByRole('search').getByRole('button', { name: /…$/ }).click();
  await all.field('lateEditor:find.replacement').fill('2');
  await all.button('lateEditor:find.replaceAll').click();
  await expect(all.text('lateEditor:find.nothing')).toBeVisible();
  await all.button('lateEditor:find.close').click();
  await expect(text).toHaveText('One 2 three');
  await page.keyboard.press('Control+/');
  await expect(all.dialog).toContainText('Ctrl+B');
  await page.keyboard.press('Escape');
  await all.button('editor:outline.label').click();
  await all.button('editor:outline.close').click();
  await all.button('common:menu').click();
  await page.getByText(all.pattern('common:theme.dark')).click();
  await all.button('unsent:title').click();
  await expect(all.text('unsent:empty')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function insert({ page, all }: Visitor): Promise<void> {
  const text = textOf(page);
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  for (const typed of ['/nadpis 2', ' :smi', ' @E']) {
    await page.keyboard.type(typed);
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toBeHidden();
  }
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('address');
  await page.keyboard.press('Shift+Home');
  await expect(page.getByRole('toolbar', { name: all.pattern('editor:bubbleMenu') })).toBeVisible();
  await page.keyboard.press('Control+k');
  await all.field('lateEditor:link.address').fill('nothing');
  await all.field('lateEditor:link.address').fill('https://example.com');
  await page.keyboard.press('Enter');
  await expect(text.getByRole('link', { name: 'address' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByText(all.pattern('lateEditor:link.remove')).click();
  await expect(text.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: all.pattern('editor:command.table') }).click();
  await page.keyboard.type('cell');
  await page.keyboard.press('Alt+Shift+Enter');
  await all.item('editor:table.row').click();
  await all.item('editor:table.rowAfter').click();
  await expect(text.locator('tr')).toHaveCount(4);
  for (const menu of ['editor:toolbar.insert', 'editor:toolbar.more']) {
    await expect(page.getByRole('menu')).toHaveCount(0);
    await all.button(menu).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await expect(text.locator('font')).toHaveCount(0);
}

async function cards({ page, all }: Visitor): Promise<void> {
  const text = textOf(page);
  const hills = await picture(page, 'hills.png', 640, 480);
  await text.focus();
  await page.keyboard.press('Control+End');
  await chooseFile(page, () => page.keyboard.press('Alt+Shift+KeyP'), hills);
  await all.button('editor:image.describe').click();
  await all.field('lateEditor:image.alt').fill('Hills');
  await page.keyboard.press('Enter');
  await expect(text.getByRole('img', { name: 'Hills' })).toBeVisible();
  await page.keyboard.press('Alt+Enter');
  await all.button('editor:image.remove').click();
  await expect(text.getByRole('img')).toHaveCount(0);
  await page.keyboard.press('Control+End');
  await all.button('editor:toolbar.insert').click();
  await all.item('editor:command.blockMath').click();
  await all.field('lateEditor:math.source').fill(String.raw`\frac{1`);
  await expect(all.text('lateEditor:math.wrong')).toBeVisible();
  await all.field('lateEditor:math.source').fill('a^2');
  await page.keyboard.press('Enter');
  await expect(text.locator('.katex').first()).toBeVisible();
  await expect(text.locator('font')).toHaveCount(0);
}

/** The invited user has no account yet; as a member they are removed again. */
async function invite({ page, all, dialog, email, language, openElsewhere }: Visitor): Promise<void> {
  const invited = `bob-${email}`;
  await all.button('documentPage:share').click();
  await dialog.field('sharing:email').fill(invited);
  await dialog.button('sharing:add').click();
  await dialog.button('sharing:copyInvitationShort').click();
  await expect(all.text('sharing:invitationCopied', { email: invited })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await openElsewhere();
  const theirs = interfaceText(other, language);
  await other.goto(link);
  await expect(theirs.text('sharing:invitation.isFor', { email: invited })).toBeVisible();
  await theirs.link('sharing:invitation.signUp').click();
  await expect(theirs.field('auth:email')).toHaveValue(invited);
  await theirs.field('account:name').fill('Bob');
  await theirs.field('auth:password').fill(PASSWORD);
  await theirs.button('account:signUp.submit').click();
  await other.waitForURL(/\/documents\/[0-9a-f-]{36}$/);
  await expect(textOf(other)).toContainText('One 2 three');
  await page.reload();
  await all.button('documentPage:share').click();
  await dialog.button('sharing:removePerson', { name: 'Bob' }).click();
  await all.dialog.getByRole('button', { name: all.pattern('sharing:remove') }).click();
  await expect(all.text('sharing:removed', { name: 'Bob' })).toBeVisible();
  await page.keyboard.press('Escape');
  await other.context().close();
}

async function share({ page, all, dialog }: Visitor): Promise<void> {
  await all.button('documentPage:share').click();
  await dialog.button('sharing:add').click();
  await expect(dialog.text('auth:problem.email')).toBeVisible();
  await dialog.field('sharing:email').fill('bob@example.com');
  await dialog.button('sharing:add').click();
  await expect(dialog.button('sharing:copyInvitationShort')).toBeVisible();
  await dialog.field('sharing:roleOf', { name: 'bob@example.com' }).selectOption('viewer');
  await dialog.field('sharing:linkAccess').selectOption('viewer');
  await expect(all.text('sharing:linkTurnedOn')).toBeVisible();
  await dialog.button('sharing:revoke', { email: 'bob@example.com' }).click();
  await expect(all.text('sharing:revoked', { email: 'bob@example.com' })).toBeVisible();
  await page.keyboard.press('Escape');
}

async function history({ page, all, dialog }: Visitor): Promise<void> {
  await all.button('documentPage:history').click();
  await all.field('history:name').fill('First');
  await all.button('history:save').click();
  await page.getByRole('button', { name: /First/ }).click();
  await all.button('history:backToCurrent').click();
  await page.getByRole('button', { name: /First/ }).click();
  await all.button('history:restore').click();
  await dialog.button('history:restore').click();
  await expect(all.text('history:restored')).toBeVisible();
  await all.button('history:undo').click();
  await all.button('history:close').click();
}
