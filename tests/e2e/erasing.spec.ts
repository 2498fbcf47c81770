/** Text that the owner erases from the history for good. */
import { createDocument, expect, nameCurrent, share, test, textOf, waitUntilSaved } from './spolu.ts';

const SECRET = 'hunter2-Xq7';

test('a password that was deleted is erased from versions and playback; pages that were open or offline go on', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type(`The password is ${SECRET} for now.`);
  await waitUntilSaved(ann.page);
  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText(SECRET);
  await bob.page.context().setOffline(true);
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.type(' Bob wrote this offline.');

  // Ann saves a version, and deletes the password.
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(ann.page);
  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+Home');
  for (let at = 0; at < 'The password is '.length; at += 1) await ann.page.keyboard.press('ArrowRight');
  for (let at = 0; at < SECRET.length; at += 1) await ann.page.keyboard.press('Delete');
  await expect(textOf(ann.page)).toHaveText('The password is  for now.');
  await waitUntilSaved(ann.page);

  // Ann selects the password in the version and erases it. Two dialogs ask first.
  const list = ann.page.getByRole('complementary', { name: 'Version history' });
  await list.getByRole('listitem').filter({ hasText: 'by Ann' }).last().getByRole('button').first().click();
  const shown = ann.page.locator('.document-text.is-read-only');
  await expect(shown).toHaveText(`The password is ${SECRET} for now.`);
  const select = () =>
    shown.evaluate((element, secret) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.indexOf(secret) ?? -1;
        if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + secret.length);
      }
    }, SECRET);
  // The version is drawn once more when it is known who wrote it.
  await expect(async () => {
    await select();
    await ann.page.waitForTimeout(500);
    expect(await ann.page.evaluate(() => String(getSelection()))).toBe(SECRET);
  }).toPass();
  const banner = ann.page.locator('main');
  await banner.getByRole('button', { name: 'More actions' }).click();
  await ann.page.getByRole('menuitem', { name: 'Erase text forever…' }).click();
  await expect(ann.page.getByLabel('Text to erase')).toHaveValue(SECRET);
  await ann.page.getByRole('button', { name: 'Continue' }).click();
  const sure = ann.page.getByRole('dialog', { name: 'Erase this text forever?' });
  await expect(sure).toContainText(`“${SECRET}” is erased wherever it stands in the history.`);
  await expect(sure).toContainText('It isn’t erased from copies, exports');
  await sure.getByRole('button', { name: 'Erase forever' }).click();
  await expect(ann.page.getByText(`${SECRET.length} characters erased.`)).toBeVisible();
  await expect(shown).toHaveText('The password is  for now.');
  await banner.getByRole('button', { name: 'Play back' }).click();
  await expect(
    ann.page.getByText(new RegExp(`${SECRET.length} characters were erased by Ann on`, 'u')),
  ).toBeVisible();

  // Asked again, the dialog no longer has the secret, and nothing is left to erase.
  await banner.getByRole('button', { name: 'More actions' }).click();
  await ann.page.getByRole('menuitem', { name: 'Erase text forever…' }).click();
  await expect(ann.page.getByLabel('Text to erase')).toHaveValue('');
  await ann.page.getByLabel('Text to erase').fill(SECRET);
  await ann.page.getByRole('button', { name: 'Continue' }).click();
  await expect(ann.page.getByText('This text isn’t in the history.')).toBeVisible();
  await ann.page.getByLabel('Text to erase').fill('The password');
  await ann.page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    ann.page.getByText('This text is still in the document. Delete it there first.'),
  ).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('button', { name: 'Current version', exact: true }).click();

  // Nor does an undo on a page that was open bring it back.
  await expect(textOf(ann.page)).toBeVisible();
  await textOf(ann.page).click();
  await ann.page.keyboard.press('ControlOrMeta+z');
  await expect(textOf(ann.page)).toHaveText('The password is  for now.');

  // Bob's page returns, and goes on; he may not erase.
  await bob.page.context().setOffline(false);
  for (const page of [ann.page, bob.page])
    await expect(textOf(page)).toHaveText('The password is  for now. Bob wrote this offline.', {
      timeout: 20_000,
    });
  await waitUntilSaved(bob.page);
  await bob.page.getByRole('button', { name: 'Version history' }).click();
  await bob.page
    .getByRole('complementary', { name: 'Version history' })
    .getByRole('listitem')
    .last()
    .getByRole('button')
    .first()
    .click();
  await bob.page.locator('main').getByRole('button', { name: 'More actions' }).click();
  await expect(bob.page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
  await expect(bob.page.getByRole('menuitem', { name: 'Erase text forever…' })).toBeHidden();
});
