/** Comments that are written without a line. */
import { cards, comment, highlights, newComment, open, openBoth, selectWord } from './commenting.ts';
import { untilOnDevice } from './on-device.ts';
import { expect, test } from './spolu.ts';
import { keepAppHere, openByAddress, setLine } from './without-line.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

const WAITING = 'Waiting to be sent…';

// Two people and two openings take long; unit tests hold the steps.
test('a comment, a reply and a resolved thread without a line outlive the page, and are there once', async ({
  person,
  spolu,
}) => {
  const [ann, bob, path] = await openBoth(person);
  await comment(bob.page, 'quarter', 'Which one?');
  await comment(bob.page, 'Friday', 'Settled?');
  await expect(cards(ann.page)).toHaveCount(2);
  const context = ann.page.context();
  await keepAppHere(ann.page);
  await untilOnDevice(ann.page);
  await expect(async () => {
    await ann.page.reload();
    await expect(cards(ann.page)).toHaveCount(2, { timeout: 5000 });
  }).toPass();

  await setLine(context, spolu.url, false);
  // A page that has just opened takes no comments until their parts are loaded.
  await expect(async () => {
    await selectWord(ann.page, 'budget');
    await ann.page.keyboard.press('Control+Alt+KeyM');
    await expect(newComment(ann.page)).toBeFocused({ timeout: 2000 });
  }).toPass();
  await ann.page.keyboard.insertText('Is it right?');
  await ann.page.keyboard.press('Control+Enter');
  await expect(cards(ann.page).filter({ hasText: 'Is it right?' })).toContainText(WAITING);
  const asked = await open(ann.page, 'Which one?');
  await asked.getByRole('button', { name: 'Reply', exact: true }).click();
  await ann.page.keyboard.insertText('The third.');
  await ann.page.keyboard.press('Control+Enter');
  await expect(asked.getByText('The third.')).toBeVisible();
  const settled = await open(ann.page, 'Settled?');
  await settled.getByRole('button', { name: 'Resolve' }).click();
  await expect(settled.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(highlights(ann.page)).toHaveText(['budget', 'quarter']);
  await ann.page.close();

  const tab = await openByAddress(context, path);
  await expect(cards(tab).filter({ hasText: 'Is it right?' })).toContainText(WAITING);
  await expect(await open(tab, 'Which one?')).toContainText('The third.');
  await expect(cards(tab).filter({ hasText: 'Which one?' })).toContainText(WAITING);
  await expect(cards(tab).filter({ hasText: 'Settled?' })).toHaveCount(0);

  await setLine(context, spolu.url, true);
  await expect(tab.getByText(WAITING)).toHaveCount(0, { timeout: 60_000 });
  for (const page of [tab, bob.page]) {
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await expect(panel.getByRole('article')).toHaveCount(2);
    for (const name of ['Ann, to “budget”, no replies, open', 'Bob, to “quarter”, 1 reply, open'])
      await expect(panel.getByRole('article', { name })).toBeVisible();
    await expect(highlights(page)).toHaveText(['budget', 'quarter']);
  }
});
