import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { readKeys } from '#contract/proof/proof-keys.ts';
import { verifyProof } from '#contract/proof/verify-proof.ts';
import { ageDocument } from './age-document.ts';
import { inLanguages } from './variants.ts';
import {
  callerOf,
  createDocument,
  expect,
  nameShown,
  PASSWORD,
  share,
  test,
  textOf,
  waitUntilSaved,
} from './spolu.ts';

test('the text of two authors is a version that nobody saved; a viewer opens its link once it is named', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const vera = await person('Vera');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await share(ann.page, vera.email, 'Viewer');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Ann began with this line.');
  await waitUntilSaved(ann.page);
  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText('Ann began');
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.press('Enter');
  await bob.page.keyboard.type('Bob went on with a longer second line.');
  await waitUntilSaved(bob.page);

  await bob.page.getByRole('button', { name: 'Version history' }).click();
  const row = bob.page.getByRole('listitem').filter({ hasText: 'by Bob and Ann' });
  await row.getByRole('button').click();
  const shown = bob.page.locator('.document-text.is-read-only');
  await expect(shown).toHaveText('Ann began with this line.Bob went on with a longer second line.');
  const link = bob.page.url();
  expect(link).toContain(`${path}/history?version=`);

  await vera.page.goto(link);
  await expect(vera.page.getByText('This version isn’t available')).toBeVisible();
  await nameShown(bob.page, 'First draft');
  await expect(bob.page.getByRole('listitem').filter({ hasText: 'First draft' })).toBeVisible();
  await vera.page.reload();
  await expect(vera.page.getByRole('region', { name: 'Version from' })).toBeVisible();
  await expect(vera.page.locator('.document-text.is-read-only:visible')).toContainText('Bob went on');
  await expect(vera.page.getByRole('button', { name: 'Restore' })).toBeHidden();

  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.type(' Written after the draft was named.');
  await waitUntilSaved(ann.page);
  await bob.page.goto(link);
  await expect(shown).not.toContainText('after the draft');
  const list = bob.page.getByRole('complementary', { name: 'Version history' });
  const newest = list.getByRole('listitem').first();
  await expect(newest).toContainText('by Ann');
  await newest.getByRole('button').click();
  await bob.page.getByRole('button', { name: 'Show changes' }).click();
  await expect(shown.locator('ins')).toHaveText(' Written after the draft was named.');
  await expect(bob.page.getByRole('status').filter({ hasText: '1 change' })).toBeVisible();
  // A link to a comparison: all that was written, against nothing.
  await vera.page.evaluate(() => localStorage.setItem('spolu.language', 'cs'));
  await vera.page.goto(`${path}/history?compare=..${new URL(link).searchParams.get('version')}`);
  await expect(vera.page.locator('.document-text.is-read-only .change-added')).toHaveCount(2);
  await expect(vera.page.getByLabel('Změny od:')).toHaveValue('');
  await expect(vera.page.getByRole('button', { name: 'Obnovit' })).toBeHidden();
  await bob.page.getByLabel('Changes since:').selectOption(new URL(link).searchParams.get('version'));
  await expect(bob.page).toHaveURL(/compare=[0-9a-f-]+\.\.[0-9a-f-]+$/);
  await expect(shown.locator('ins')).toHaveText(' Written after the draft was named.');
  // One way out: the cross of the panel, beside which the bar has none.
  await expect(bob.page.getByRole('button', { name: 'Close version history' })).toBeVisible();
  await expect(bob.page.getByRole('button', { name: 'Back to current version' })).toBeHidden();
  await bob.page.getByRole('button', { name: 'Current version', exact: true }).click();
  await expect(textOf(bob.page)).toContainText('after the draft');

  // Only the owner deletes a version, and its deletion stays recorded.
  await ann.page.goto(link);
  await ann.page.getByRole('button', { name: 'More actions' }).click();
  await ann.page.getByRole('menuitem', { name: 'Delete version…' }).click();
  await ann.page.getByRole('button', { name: 'Delete version' }).click();
  await expect(textOf(ann.page)).toContainText('after the draft');
  await vera.page.goto(link);
  await expect(vera.page.getByText('Tato verze není k dispozici')).toBeVisible();
  await bob.page.reload();
  const deleted = bob.page.getByRole('list', { name: 'Deleted versions' });
  await expect(deleted).toContainText(/“First draft” from .* deleted by Ann/u);
});

for (const words of inLanguages('cs', [
  {
    language: 'en-US',
    history: 'Version history',
    changes: 'Show changes',
    comparedWith: 'Changes since:',
    present: 'Compare with the current version',
    revert: 'Restore earlier text',
    item: 'At all changes in this block',
    reverted: 'Earlier text restored at 2 changes.',
    undo: 'Undo',
    undone: 'The restore was undone.',
    back: 'Current version',
    news: 'Ann restored some earlier text',
  },
  {
    language: 'cs',
    history: 'Historie verzí',
    changes: 'Zobrazit změny',
    comparedWith: 'Změny od:',
    present: 'Porovnat s aktuální verzí',
    revert: 'Obnovit původní text',
    item: 'U všech změn v tomto bloku',
    reverted: 'Původní text je obnovený u 2 změn.',
    undo: 'Vrátit zpět',
    undone: 'Obnovení je vrácené zpět.',
    back: 'Aktuální verze',
    news: 'Obnovena část původního textu (Ann)',
  },
])) {
  test(`one paragraph comes back while another user types in the next, and that is undone (${words.language})`, async ({
    person,
  }) => {
    const ann = await person('Ann');
    const bob = await person('Bob');
    const path = await createDocument(ann.page, 'Minutes');
    await share(ann.page, bob.email, 'Editor');
    const first = textOf(ann.page).locator('p').first();
    await textOf(ann.page).click();
    await ann.page.keyboard.type('The budget for the first half of the year is approved.');
    await ann.page.keyboard.press('Enter');
    await ann.page.keyboard.type('Next meeting in May.');
    await waitUntilSaved(ann.page);
    await speak(ann.page, words.language);
    await speak(bob.page, words.language);
    await ann.page.reload();
    await bob.page.goto(path);
    await expect(textOf(bob.page)).toContainText('in May');

    // Naming the version ends it: later changes belong to another.
    await ann.page.getByRole('button', { name: words.history }).click();
    const list = ann.page.getByRole('complementary', { name: words.history });
    await list.getByRole('listitem').first().getByRole('button').click();
    await nameShown(ann.page, 'Agreed');
    await ann.page.getByRole('button', { name: words.back, exact: true }).click();
    await first.click();
    await ann.page.keyboard.press('Home');
    for (const key of ['Control+ArrowRight', 'Control+Shift+ArrowRight']) await ann.page.keyboard.press(key);
    await ann.page.keyboard.type(' invoice');
    await ann.page.keyboard.press('End');
    for (let word = 0; word < 2; word += 1) await ann.page.keyboard.press('Control+Shift+ArrowLeft');
    await ann.page.keyboard.type('refused.');
    await expect(first).toHaveText('The invoice for the first half of the year is refused.');
    await expect(ann.page.getByRole('status').filter({ hasText: /^(Saved|Uloženo)$/ })).toBeVisible();

    await list.getByRole('listitem').filter({ hasText: 'Agreed' }).getByRole('button').click();
    await ann.page.getByRole('button', { name: words.changes }).click();
    await ann.page.getByLabel(words.comparedWith).selectOption(words.present);
    const shown = ann.page.locator('.document-text.is-read-only');
    await expect(shown.locator('ins')).toHaveText(['invoice', 'refused']);
    await shown.locator('ins').first().click();

    await textOf(bob.page).click();
    await bob.page.keyboard.press('Control+End');
    await bob.page.keyboard.type(' Bob brings', { delay: 20 });
    await ann.page.getByRole('button', { name: words.revert, exact: true }).click();
    await ann.page.getByRole('menuitem', { name: words.item }).click();
    await bob.page.keyboard.type(' the cake.', { delay: 60 });
    await expect(ann.page.getByText(words.reverted)).toBeVisible();
    // The message stays while the pointer is on it.
    await ann.page.getByText(words.reverted).hover();
    const old = 'The budget for the first half of the year is approved.';
    await expect(textOf(bob.page).locator('p')).toHaveText([
      old,
      'Next meeting in May. Bob brings the cake.',
    ]);
    await expect(bob.page.getByText(words.news)).toBeVisible();

    await ann.page.getByRole('button', { name: words.undo }).last().click();
    await expect(ann.page.getByText(words.undone)).toBeVisible();
    await expect(textOf(bob.page).locator('p')).toHaveText([
      'The invoice for the first half of the year is refused.',
      'Next meeting in May. Bob brings the cake.',
    ]);
    await ann.page.getByRole('button', { name: words.back, exact: true }).click();
    await expect(first).toHaveText('The invoice for the first half of the year is refused.');
  });
}

test('a deleted sentence names the user who deleted it, and a former member once the account is gone', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('The budget is approved. Ann wrote this sentence.');
  await waitUntilSaved(ann.page);
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  const list = ann.page.getByRole('complementary', { name: 'Version history' });
  await list.getByRole('listitem').first().getByRole('button').click();
  await nameShown(ann.page, 'Agreed');
  await expect(list.getByRole('listitem').filter({ hasText: 'Agreed' })).toBeVisible();

  await bob.page.goto(path);
  await textOf(bob.page).click();
  // Bob splits the paragraph, deletes its first half, and adds to the second.
  await bob.page.keyboard.press('Home');
  for (let at = 0; at < 23; at += 1) await bob.page.keyboard.press('ArrowRight');
  await bob.page.keyboard.press('Enter');
  await bob.page.keyboard.press('ArrowUp');
  await bob.page.keyboard.press('Home');
  await bob.page.keyboard.press('Shift+End');
  await bob.page.keyboard.press('Delete');
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.type(' Bob agrees.');
  await waitUntilSaved(bob.page);

  const newest = list.getByRole('listitem').first();
  await expect(newest).toContainText('by Bob', { timeout: 30_000 });
  await newest.getByRole('button').click();
  await ann.page.getByRole('button', { name: 'Show changes' }).click();
  const shown = ann.page.locator('.document-text.is-read-only');
  await expect(shown.locator('del').filter({ hasText: 'budget' })).toHaveAttribute('title', 'Deleted by Bob');
  await expect(shown.locator('ins').filter({ hasText: 'agrees' })).toHaveAttribute('title', 'Added by Bob');

  await switchTo(ann.page, 'cs');
  await expect(shown.locator('del').filter({ hasText: 'budget' })).toHaveAttribute('title', 'Smazání: Bob');

  const gone = await callerOf(bob.page)!.functions.invoke('delete-account', { body: { password: PASSWORD } });
  expect(gone.data).toEqual({ outcome: 'deleted' });
  await ann.page.reload();
  await expect(shown.locator('del').filter({ hasText: 'budget' })).toHaveAttribute(
    'title',
    'Smazání: bývalý člen',
  );
  await switchTo(ann.page, 'en-US');
  await expect(shown.locator('del').filter({ hasText: 'budget' })).toHaveAttribute(
    'title',
    'Deleted by a former member',
  );
  await shown.locator('del').filter({ hasText: 'budget' }).click();
  await expect(ann.page.getByRole('status').filter({ hasText: /^Change \d of/ })).toContainText(
    'a former member',
  );
});

test('how a document was written is played back', async ({ person }) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Minutes');
  await textOf(ann.page).click();
  for (const words of ['First of all. ', 'Then this. ', 'And at last.']) {
    await ann.page.keyboard.type(words, { delay: 20 });
    await waitUntilSaved(ann.page);
  }
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  const list = ann.page.getByRole('complementary', { name: 'Version history' });
  await list.getByRole('listitem').first().getByRole('button').click();
  await ann.page.getByRole('button', { name: 'Play back' }).click();
  await ann.page.getByLabel('Play from:').selectOption('the beginning');
  const moment = ann.page.getByRole('slider', { name: 'Moment' });
  const shown = ann.page.locator('.document-text.is-read-only');
  await moment.press('Home');
  await expect(shown).toHaveText('Press Play to watch how the text was written.');
  await ann.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(shown).toHaveText('First of all. Then this. And at last.');
  await moment.press('ArrowLeft');
  await expect(shown).not.toContainText('last.');
  await expect(moment).toHaveAttribute('aria-valuetext', /: Ann, /);
});

test('after an absence, the changes of other users are shown', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Ann saw this.');
  await waitUntilSaved(ann.page);
  const { data } = await callerOf(ann.page)!.rpc('document_head', { p_document: path.split('/').at(-1)! });
  const seq = z.object({ head: z.number() }).parse(data).head;
  await bob.page.goto(path);
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.type(' Bob added this.');
  await waitUntilSaved(bob.page);

  // As after ten minutes; the tests of the database wait for them.
  const away = { seq, leftAt: new Date(Date.now() - 3_600_000).toISOString(), unread: true, people: ['Bob'] };
  await ann.page.route('**/rpc/changes_while_away', (route) => route.fulfill({ json: away }));
  await ann.page.reload();
  const bar = ann.page.getByRole('region', { name: 'Changes since you were here' });
  await expect(bar).toContainText('Bob made changes since you were here');
  await bar.getByRole('button', { name: 'Show 1 change' }).click();
  const shown = ann.page.locator('.document-text.is-read-only');
  await expect(shown.locator('ins')).toHaveText(' Bob added this.');
  await expect(shown.locator('ins')).toHaveAttribute('title', 'Added by Bob');
  await expect(ann.page.getByText('Bob made changes since you were here')).toBeHidden();
});

test('after a short absence there is no bar, but the document menu has the changes of others', async ({
  person,
}) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Ann saw this.');
  await waitUntilSaved(ann.page);
  const entry = ann.page.getByRole('button', { name: 'Changes since you were here' });
  await ann.page.getByRole('button', { name: 'Document menu' }).click();
  await expect(ann.page.getByRole('button', { name: 'Move to trash' })).toBeVisible();
  await expect(entry).toHaveCount(0);
  const { data } = await callerOf(ann.page)!.rpc('document_head', { p_document: path.split('/').at(-1)! });
  const seq = z.object({ head: z.number() }).parse(data).head;
  await bob.page.goto(path);
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.type(' Bob added this.');
  await waitUntilSaved(bob.page);

  // As after five minutes; the tests of the database wait for them.
  const away = { seq, leftAt: new Date(Date.now() - 300_000).toISOString(), unread: false, people: ['Bob'] };
  await ann.page.route('**/rpc/changes_while_away', (route) => route.fulfill({ json: away }));
  await ann.page.reload();
  await expect(textOf(ann.page)).toContainText('Bob added this.');
  await ann.page.getByRole('button', { name: 'Document menu' }).click();
  await expect(ann.page.getByText('Bob made changes since you were here')).toHaveCount(0);
  await entry.click();
  await expect(entry).toHaveCount(0);
  const shown = ann.page.locator('.document-text.is-read-only');
  await expect(shown.locator('ins')).toHaveText(' Bob added this.');
});

for (const words of inLanguages('cs', [
  {
    language: 'en-US',
    history: 'Version history',
    day: 'Yesterday',
    restore: 'Restore',
    done: 'Version restored.',
  },
  { language: 'cs', history: 'Historie verzí', day: 'Včera', restore: 'Obnovit', done: 'Verze je obnovená.' },
])) {
  test(`nobody pressed save, yet yesterday comes back (${words.language})`, async ({ person }) => {
    const ann = await person('Ann');
    const path = await createDocument(ann.page, 'Minutes');
    await textOf(ann.page).click();
    await ann.page.keyboard.type('What we agreed on yesterday.');
    await waitUntilSaved(ann.page);
    await ageDocument(path.split('/').at(-1)!, '1 day');
    await switchTo(ann.page, words.language);
    const text = ann.page.locator('.document-text:not(.is-read-only)');
    await text.click();
    await ann.page.keyboard.press('Control+A');
    await ann.page.keyboard.type('Something else today.');
    await expect(text).toHaveText('Something else today.');
    await ann.page.getByRole('button', { name: words.history }).click();
    const list = ann.page.getByRole('complementary', { name: words.history });
    await expect(list.getByRole('heading', { name: words.day })).toBeVisible();
    await list.getByRole('listitem').last().getByRole('button').click();
    await ann.page.getByRole('button', { name: words.restore, exact: true }).click();
    await ann.page.getByRole('dialog').getByRole('button', { name: words.restore, exact: true }).click();
    await expect(ann.page.getByText(words.done)).toBeVisible();
    await expect(text).toHaveText('What we agreed on yesterday.');
  });
}

test('a version is copied, and a proof of who wrote it is downloaded and verified', async ({ person }) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Minutes');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('All of this is mine.');
  await waitUntilSaved(ann.page);
  await switchTo(ann.page, 'cs');
  await ann.page.getByRole('button', { name: 'Historie verzí' }).click();
  const list = ann.page.getByRole('complementary', { name: 'Historie verzí' });
  await list.getByRole('listitem').first().getByRole('button').click();
  const choose = async (item: string): Promise<void> => {
    await ann.page.getByRole('button', { name: 'Další akce' }).click();
    await ann.page.getByRole('menuitem', { name: item }).click();
  };
  const version = ann.page.url();
  await choose('Vytvořit kopii');
  await expect(ann.page.getByText('Kopie této verze je hotová.')).toBeVisible();
  await ann.page.getByRole('button', { name: 'Otevřít' }).click();
  await expect(ann.page.getByRole('textbox', { name: 'Název', exact: true })).toHaveValue(/^Minutes \(\d/);
  await expect(ann.page.locator('.document-text')).toHaveText('All of this is mine.');

  await ann.page.goto(version);
  await choose('Doklad autorství');
  const writer = ann.page.getByRole('row').filter({ hasText: 'Ann' });
  await expect(writer.getByRole('cell').nth(1)).toHaveText('20');
  const downloading = ann.page.waitForEvent('download');
  await ann.page.getByRole('button', { name: 'Stáhnout soubor' }).click();
  const file = z.unknown().parse(JSON.parse(readFileSync(await (await downloading).path(), 'utf8')));
  const keysUrl = (await ann.page.locator('code').last().textContent())?.split(' ').at(-1) ?? '';
  const verdict = await verifyProof(file, await readKeys(await (await fetch(keysUrl)).json()));
  expect(verdict).toMatchObject({
    ok: true,
    claims: { document: { title: 'Minutes' }, people: [{ name: 'Ann' }] },
  });
});

async function switchTo(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('spolu.language', chosen), language);
  await page.reload();
}

const speak = (page: Page, language: string): Promise<unknown> =>
  page.addInitScript((chosen) => localStorage.setItem('spolu.language', chosen), language);
