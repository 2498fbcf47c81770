/** Comments that the server does not take stay on the device, and are shown with the reason. */
import { createDocument, expect, saveState, share, test, textOf, waitUntilSaved } from './spolu.ts';
import { callerOf, type Person } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const TEXT = 'The budget is not final yet.';

/** A document of Ann with a commenter, who begins a comment on its first paragraph. */
async function beginComment(person: (name: string) => Promise<Person>, words: string) {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Plan');
  await textOf(ann.page).click();
  await ann.page.keyboard.insertText(TEXT);
  await waitUntilSaved(ann.page);
  await share(ann.page, bob.email, 'Commenter');
  await bob.page.goto(path);
  await expect(saveState(bob.page)).toHaveText('Can comment');
  const field = bob.page.getByRole('textbox', { name: 'Comment', exact: true });
  // A page that has just opened takes no comments until their parts are loaded.
  await expect(async () => {
    await textOf(bob.page).click();
    await bob.page.keyboard.press('Control+Alt+KeyM');
    await expect(field).toBeFocused({ timeout: 2000 });
  }).toPass();
  await bob.page.context().setOffline(true);
  await bob.page.keyboard.insertText(words);
  const change = async (name: string, more: object): Promise<void> => {
    const { data } = await callerOf(bob.page)!.auth.getUser();
    const document = path.split('/').at(-1);
    const { error } = await callerOf(ann.page)!.rpc(name, {
      p_document: document,
      p_user: data.user?.id,
      ...more,
    });
    expect(error).toBeNull();
  };
  return { bob, change };
}

test('a comment written offline by someone who may no longer comment is kept with the reason', async ({
  person,
}) => {
  const { bob, change } = await beginComment(person, 'Written on the train.');
  const train = bob.page.context();
  await bob.page.keyboard.press('Control+Enter');
  await expect(bob.page.getByText('Waiting to be sent…')).toBeVisible();
  await bob.page.close();
  await change('set_member_role', { p_role: 'viewer' });

  // Until the document is opened, it waits.
  await train.setOffline(false);
  const page = await train.newPage();
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Bob (you)' }).click();
  await page.getByRole('button', { name: 'Unsent edits (1)' }).click({ timeout: 20_000 });
  const entry = page.getByRole('dialog').getByRole('listitem', { name: 'Plan' });
  await expect(entry).toContainText('Comment waiting to be sent. Open the document to send it.');
  await expect(entry).toContainText(TEXT);
  await entry.getByRole('link', { name: 'Open document' }).click();

  await expect(saveState(page)).toHaveText('View only');
  await page.getByRole('button', { name: 'Show edits' }).click();
  await expect(entry).toContainText('Comment not sent. You can no longer comment on this document.');
  await expect(entry).toContainText(TEXT);
  await expect(entry.getByRole('region')).toHaveText('Written on the train.');
  const download = page.waitForEvent('download');
  await entry.getByRole('button', { name: 'Export as file' }).click();
  expect((await download).suggestedFilename()).toBe('Plan.txt');
  await train.grantPermissions(['clipboard-read', 'clipboard-write']);
  await entry.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Written on the train.');

  await entry.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('dialog', { name: 'Discard this comment?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(page.getByText('Everything you wrote on this device has been saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Written on the train.')).toHaveCount(0);
});

test('a draft of someone who lost the document is kept with the reason', async ({ person }) => {
  const { bob, change } = await beginComment(person, 'Half a thought');
  await bob.page.keyboard.press('Escape');
  await change('remove_member', {});
  await bob.page.context().setOffline(false);
  await bob.page.getByRole('button', { name: 'Show edits' }).click({ timeout: 30_000 });
  const entry = bob.page.getByRole('dialog').getByRole('listitem', { name: 'Plan' });
  await expect(entry).toContainText('Comment not sent. You can no longer comment on this document.');
  await expect(entry).toContainText(TEXT);
  await expect(entry.getByRole('region')).toHaveText('Half a thought');
});
