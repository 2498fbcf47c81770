import {
  createDocument,
  expect,
  linesOf,
  nameCurrent,
  share,
  test,
  textOf,
  waitUntilSaved,
} from './spolu.ts';

test('restoring an old version keeps the other author’s concurrent text', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('The old first line.');
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.type('The old second line.');
  await waitUntilSaved(ann.page);
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(ann.page, 'Before Bob');
  await expect(ann.page.getByText('Before Bob')).toBeVisible();

  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText('The old second line.');
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.press('Enter');
  await bob.page.keyboard.type('Bob wrote this long before.');
  await waitUntilSaved(bob.page);
  await expect(textOf(ann.page)).toContainText('Bob wrote this long before.');

  await ann.page.getByText('Before Bob').click();
  await ann.page.getByRole('button', { name: 'Restore' }).click();
  const words = Array.from({ length: 40 }, (_, number) => `w${number}`);
  const typing = (async () => {
    for (const word of words) await bob.page.keyboard.type(`${word} `, { delay: 12 });
  })();
  await bob.page.waitForTimeout(400);
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  const told = expect(bob.page.getByText('Ann restored “Before Bob”')).toBeVisible();
  const typedBefore = new Set((await textOf(bob.page).innerText()).match(/w\d+/g) ?? []);
  await typing;
  await told;
  await expect(ann.page.getByRole('status').filter({ hasText: 'Ann restored “Before Bob”' })).toBeHidden();

  await expect(textOf(ann.page)).toContainText('The old first line.');
  await expect
    .poll(async () => (await linesOf(ann.page)).join('\n'))
    .toBe((await linesOf(bob.page)).join('\n'));
  const lines = await linesOf(ann.page);
  expect(lines.slice(0, 2)).toEqual(['The old first line.', 'The old second line.']);
  expect(lines.join('\n')).not.toContain('Bob wrote this long before.');
  const meanwhile = words.filter((word) => !typedBefore.has(word));
  expect(meanwhile.length).toBeGreaterThan(3);
  for (const word of meanwhile)
    expect(` ${lines.join(' ')} `, `typed concurrently: ${word}`).toContain(` ${word} `);
});

test('undo reverts a restore in its turn and keeps the other author’s later text', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('The first line.');
  await waitUntilSaved(ann.page);
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(ann.page, 'Short');
  await expect(ann.page.getByText('Short')).toBeVisible();
  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.type('The second line.');
  await waitUntilSaved(ann.page);
  await ann.page.getByText('Short').click();
  await ann.page.getByRole('button', { name: 'Restore' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(textOf(ann.page)).not.toContainText('The second line.');

  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText('The first line.');
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+Home');
  await bob.page.keyboard.type('Bob: ');
  await waitUntilSaved(bob.page);
  await expect(textOf(ann.page)).toContainText('Bob: The first line.');

  await ann.page.keyboard.type('mine');
  await ann.page.keyboard.press('Control+z');
  await expect(textOf(ann.page)).not.toContainText('mine');
  await expect(textOf(ann.page)).not.toContainText('The second line.');
  await ann.page.keyboard.press('Control+z');
  await ann.page.keyboard.press('Control+z');
  for (const page of [ann.page, bob.page])
    await expect.poll(() => linesOf(page)).toEqual(['Bob: The first line.', 'The second line.']);
});

test('deleting everything leaves a version that restores it', async ({ person }) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  const paragraphs = Array.from(
    { length: 6 },
    (_, at) => `Paragraph ${at} ${'of words that many wrote '.repeat(12)}`,
  );
  for (const words of paragraphs) {
    await ann.page.keyboard.insertText(words.trim());
    await ann.page.keyboard.press('Enter');
  }
  await waitUntilSaved(ann.page);
  await bob.page.goto(path);
  await expect(textOf(bob.page)).toContainText('Paragraph 5');
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+a');
  await bob.page.keyboard.press('Backspace');
  await waitUntilSaved(bob.page);
  await expect(textOf(ann.page)).not.toContainText('Paragraph');

  const history = ann.page.getByRole('button', { name: 'Version history', exact: true });
  const version = ann.page.getByText('Automatic version before a large deletion');
  await expect(async () => {
    await history.click();
    await expect(version).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(ann.page.getByText('by Bob', { exact: true })).toBeVisible();
  await version.click();
  await ann.page.getByRole('button', { name: 'Restore' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(textOf(bob.page)).toContainText('Paragraph 5');
  expect((await linesOf(ann.page)).slice(0, 6)).toEqual(paragraphs.map((words) => words.trim()));
});

test('Mod+Z undoes a restore first; the other author is notified, views it and undoes it once', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Minutes');
  await share(ann.page, bob.email, 'Editor');
  await textOf(ann.page).click();
  await ann.page.keyboard.type('The old line.');
  await waitUntilSaved(ann.page);
  await ann.page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(ann.page, 'Before the meeting');
  const version = ann.page.getByRole('button', { name: /^Before the meeting/ });
  await expect(version).toBeVisible();
  await bob.page.goto(path);
  await textOf(ann.page).click();
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.type(' And a new end.');
  await waitUntilSaved(ann.page);
  const both = async (text: string): Promise<void> => {
    for (const { page } of [ann, bob]) await expect(textOf(page)).toHaveText(text);
  };
  const restore = async (): Promise<void> => {
    await version.click();
    await ann.page.getByRole('button', { name: 'Restore', exact: true }).click();
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await both('The old line.');
  };
  await both('The old line. And a new end.');

  await restore();
  await expect(bob.page.getByText('Ann restored “Before the meeting”')).toBeVisible();
  await ann.page.keyboard.press('Control+Home');
  await ann.page.keyboard.type('Yes. ');
  await both('Yes. The old line.');
  await ann.page.keyboard.press('Control+z');
  await both('The old line.');
  await ann.page.keyboard.press('Control+z');
  await both('The old line. And a new end.');
  await expect(bob.page.getByText('Ann undid a restore')).toBeVisible();
  await ann.page.keyboard.press('Control+Shift+z');
  await both('The old line.');
  await ann.page.keyboard.press('Control+z');
  await both('The old line. And a new end.');

  await restore();
  const news = bob.page.getByRole('status').filter({ hasText: 'Ann restored “Before' }).first();
  await news.hover();
  const [mine, theirs] = [
    ann.page.getByRole('status').filter({ hasText: 'Version restored.' }).first(),
    news,
  ].map((message) => message.getByRole('button', { name: 'Undo' }));
  await Promise.all([mine!.click(), theirs!.click()]);
  await both('The old line. And a new end.');
  await expect(bob.page.getByText('The restore was undone.')).toBeVisible();
  await expect(ann.page.getByText('The restore was undone.')).toBeVisible();
  await waitUntilSaved(ann.page);
  await waitUntilSaved(bob.page);
  await both('The old line. And a new end.');

  await restore();
  await news.getByRole('button', { name: 'Show' }).click();
  await expect(bob.page.getByRole('complementary', { name: 'Version history' })).toBeVisible();
  await expect(bob.page.getByRole('region', { name: 'Version from' })).toBeVisible();
});

test('F8 leads from the text to a message and Escape back to the caret; on a phone no message covers a control', async ({
  person,
}) => {
  const { page } = await person('Ann');
  await createDocument(page, 'Minutes');
  await textOf(page).click();
  await page.keyboard.type('The old line.');
  await waitUntilSaved(page);
  await page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(page, 'Old');
  await textOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And a new end.');
  await waitUntilSaved(page);
  // The list has the change without a reload, long before it is polled.
  const newest = page.getByRole('complementary').getByRole('listitem').first();
  await expect(newest).toContainText('+15', { timeout: 3000 });
  await page.getByRole('button', { name: /^Old/ }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(textOf(page)).toHaveText('The old line.');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await textOf(page).click();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F8');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.type('X');
  await expect(textOf(page)).toHaveText('TheX old line.');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('F8');
  await expect(undo).toBeFocused();
  // Longer than a message is shown.
  await page.waitForTimeout(11_000);
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toHaveText('The old line. And a new end.');
  await expect(textOf(page)).toBeFocused();

  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'Close version history' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy link' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  for (const control of [copy, page.getByLabel('In the version history, viewers see')])
    await control.click({ trial: true, timeout: 1000 });
});
