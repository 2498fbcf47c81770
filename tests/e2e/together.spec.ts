import { removeData, startSpolu } from '../support/start-spolu.ts';
import {
  createDocument,
  expect,
  linesOf,
  share,
  signUp,
  signUpByHand,
  test,
  textOf,
  titleOf,
  waitUntilSaved,
} from './spolu.ts';

test('two authors write one paragraph concurrently, and it is complete after a restart of everything', async ({
  browser,
}) => {
  let spolu = await startSpolu();
  try {
    const ann = await signUpByHand(browser, spolu.url, 'Ann');
    const bob = await signUp(browser, spolu.url, 'Bob');
    const path = await createDocument(ann.page, 'Plan');
    await share(ann.page, bob.email, 'Editor');
    // Typing right after Enter: no character may end up in the title.
    await titleOf(ann.page).press('Enter');
    await ann.page.keyboard.type('Start. ');
    await bob.page.goto(path);
    await expect(textOf(bob.page)).toContainText('Start.');
    await expect(titleOf(bob.page)).toHaveValue('Plan');

    await textOf(bob.page).click();
    await bob.page.keyboard.press('Control+Home');
    await ann.page.keyboard.press('Control+End');
    await Promise.all([
      ann.page.keyboard.type('Ann adds words at the end.', { delay: 15 }),
      bob.page.keyboard.type('Bob writes before everything. ', { delay: 15 }),
    ]);
    const whole = 'Bob writes before everything. Start. Ann adds words at the end.';
    await expect.poll(() => linesOf(ann.page)).toEqual([whole]);
    await expect.poll(() => linesOf(bob.page)).toEqual([whole]);

    for (const { page } of [ann, bob]) {
      await expect(page.getByRole('list', { name: 'People here' }).getByRole('listitem')).toHaveCount(2);
    }
    await titleOf(bob.page).fill('Plan for spring');
    await expect(titleOf(ann.page)).toHaveValue('Plan for spring');
    await Promise.all([waitUntilSaved(ann.page), waitUntilSaved(bob.page)]);

    await Promise.all([ann.page.reload(), bob.page.reload()]);
    for (const { page } of [ann, bob]) await expect.poll(() => linesOf(page)).toEqual([whole]);

    await spolu.stop();
    spolu = await startSpolu({ dataDir: spolu.dataDir, port: Number(new URL(spolu.url).port) });
    await Promise.all([ann.page.reload(), bob.page.reload()]);
    for (const { page } of [ann, bob]) {
      await expect.poll(() => linesOf(page)).toEqual([whole]);
      await expect(titleOf(page)).toHaveValue('Plan for spring');
    }
    await ann.page.goto('/documents');
    await expect(ann.page.getByRole('link', { name: 'Plan for spring' })).toBeVisible();
  } finally {
    await spolu.stop();
    removeData(spolu);
  }
});

test('a server that is killed loses nothing that was Saved', async ({ browser }) => {
  let spolu = await startSpolu();
  try {
    const ann = await signUp(browser, spolu.url, 'Ann');
    const path = await createDocument(ann.page, 'Diary');
    await textOf(ann.page).click();
    let saved = '';
    for (let round = 0; round < 3; round++) {
      await ann.page.keyboard.type(`Sentence number ${round} stays. `, { delay: 10 });
      await waitUntilSaved(ann.page);
      saved = (await linesOf(ann.page)).join('');
      await ann.page.keyboard.type('This is being typed', { delay: 5 });
      await spolu.kill();
      spolu = await startSpolu({ dataDir: spolu.dataDir, port: Number(new URL(spolu.url).port) });
    }
    // A browser without a local copy shows only the server's text.
    const context = await browser.newContext({ storageState: await ann.page.context().storageState() });
    const fresh = await context.newPage();
    await ann.page.close();
    await fresh.goto(`${spolu.url}${path}`);
    await expect(textOf(fresh)).toContainText(saved.trim());
  } finally {
    await spolu.stop();
    removeData(spolu);
  }
});
