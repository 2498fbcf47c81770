import { expectOnServer, wordsOf } from './marks.ts';
import { createDocument, expect, linesOf, test, textOf, waitUntilSaved } from './spolu.ts';
import { bring, goToEnd, watchWriter } from './writer.ts';

test('two tabs of one user write concurrently without loss, and others see one avatar', async ({
  person,
  spolu,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  await bring(ann, bob, await createDocument(ann.page, 'Twice'));
  await goToEnd(ann.page);
  await ann.page.keyboard.press('Enter');
  await waitUntilSaved(ann.page);
  // Like "Duplicate tab": with a copy of the first tab's session storage.
  const opened = ann.page.waitForEvent('popup');
  await ann.page.evaluate(() => void window.open(location.href));
  const twin = await opened;
  await expect(textOf(twin)).toBeVisible();
  const tabs = [
    await watchWriter(ann, spolu.url),
    await watchWriter({ name: 'Twin', page: twin }, spolu.url),
  ] as const;
  await tabs[0].page.keyboard.press('Control+Home');
  await goToEnd(twin);
  await Promise.all(
    tabs.map(async ({ marks, page }) => {
      for (let count = 0; count < 8; count += 1) await marks.type(page);
    }),
  );
  const lines = tabs.map(({ marks }) => wordsOf(marks).join(' '));
  for (const { page, status, readText } of tabs) {
    await expectOnServer(readText, lines);
    await expect.poll(async () => (await linesOf(page)).map((line) => line.trim())).toEqual(lines);
    await waitUntilSaved(page);
    await status.verify();
    await expect(page.getByRole('list', { name: 'People here' }).getByRole('listitem')).toHaveCount(2);
  }
  await expect(bob.page.getByRole('list', { name: 'People here' }).getByRole('listitem')).toHaveCount(2);
  await twin.close();
  await tabs[0].marks.type(ann.page);
  await expectOnServer(tabs[0].readText, wordsOf(tabs[0].marks));
});
