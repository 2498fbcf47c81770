import { createDocument, expect, share, test, textOf, waitUntilSaved } from './spolu.ts';

test('nobody saved a version, and what two authors wrote is one; a viewer opens its link once it is named', async ({
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
  await bob.page.getByRole('button', { name: 'Name this version' }).click();
  await bob.page.keyboard.type('First draft');
  await bob.page.keyboard.press('Enter');
  await expect(bob.page.getByRole('listitem').filter({ hasText: 'First draft' })).toBeVisible();
  await vera.page.reload();
  await expect(vera.page.getByText('You’re viewing the version from')).toBeVisible();
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
  await vera.page.goto(`${path}/history?compare=..${new URL(link).searchParams.get('version')}`);
  await expect(vera.page.locator('.document-text.is-read-only .change-added')).toHaveCount(2);
  await expect(vera.page.getByLabel('Compared with')).toHaveValue('');
  await bob.page.getByLabel('Compared with').selectOption('First draft');
  await expect(bob.page).toHaveURL(/compare=[0-9a-f-]+\.\.[0-9a-f-]+$/);
  await expect(shown.locator('ins')).toHaveText(' Written after the draft was named.');
  await bob.page.getByRole('button', { name: 'Back to current version' }).click();
  await expect(textOf(bob.page)).toContainText('after the draft');
});
