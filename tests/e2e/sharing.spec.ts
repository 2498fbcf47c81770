import {
  callerOf,
  createDocument,
  expect,
  linesOf,
  PASSWORD,
  share,
  test,
  textOf,
  waitUntilSaved,
} from './spolu.ts';

test('a user opens the link as a viewer, requests edit access, receives it and writes without a reload', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const path = await createDocument(ann.page, 'Open plan');
  await ann.page.getByRole('button', { name: 'Share' }).click();
  const sharing = ann.page.getByRole('dialog', { name: 'Share “Open plan”' });
  await sharing.getByLabel('Anyone with the link').selectOption('Viewer');
  await expect(sharing.getByText('Anyone who is signed in and has the link: Viewer.')).toBeVisible();
  await ann.page.keyboard.press('Escape');

  await bob.page.goto(path);
  await expect(bob.page.getByText('View only')).toBeVisible();
  await bob.page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await textOf(ann.page).click();
  await ann.page.keyboard.type('Read this live.');
  await expect(textOf(bob.page)).toContainText('Read this live.');

  await bob.page.getByRole('button', { name: 'Request edit access' }).click();
  await expect(bob.page.getByText('The owner has been asked.')).toBeVisible();

  await ann.page.getByRole('button', { name: /^Share/ }).click();
  const requests = sharing.getByRole('list', { name: 'Access requests' });
  await expect(requests.getByText('Has access, requests edit access')).toBeVisible();
  await requests.getByRole('button', { name: 'Allow' }).click();
  const people = sharing.getByRole('list', { name: 'People with access' });
  await expect(people.getByLabel('Role of Bob')).toHaveValue('editor');
  await ann.page.keyboard.press('Escape');

  await expect(textOf(bob.page)).toHaveAttribute('contenteditable', 'true');
  await expect(bob.page.getByText('View only')).toBeHidden();
  await textOf(bob.page).click();
  await bob.page.keyboard.press('Control+End');
  await bob.page.keyboard.type(' And so I did.');
  await waitUntilSaved(bob.page);
  await expect.poll(() => linesOf(ann.page)).toEqual(['Read this live. And so I did.']);
  expect(await bob.page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a visitor sees the invitation, signs up with the invited address, and writes in the language of the document', async ({
  person,
  browser,
  spolu,
}) => {
  const ann = await person('Ann');
  await createDocument(ann.page, 'Open plan');
  await waitUntilSaved(ann.page);
  const email = `jana-${Date.now()}@example.com`;
  const invited = await callerOf(ann.page)!.rpc('add_member', {
    p_document: ann.page.url().split('/').at(-1),
    p_email: email,
    p_role: 'editor',
  });
  const { token } = invited.data as { token: string };

  const context = await browser.newContext({ baseURL: spolu.url, locale: 'cs' });
  const page = await context.newPage();
  await page.goto(`/invitation#${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Ann vás zve k úpravám dokumentu „Open plan“',
  );
  await expect(page.getByText(`Pozvánka je pro adresu ${email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Vytvořit účet' }).click();
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  await page.getByLabel('Jméno', { exact: true }).fill('Jana');
  await page.getByLabel('Heslo', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Vytvořit účet' }).click();

  await expect(textOf(page)).toHaveAttribute('lang', 'en-US');
  await expect(textOf(ann.page)).toHaveAttribute('lang', 'en-US');
  await textOf(page).click();
  await page.keyboard.type('"Dobrý den"');
  await expect.poll(() => linesOf(ann.page)).toEqual(['“Dobrý den”']);
});

test('a user invited while the document is open can be mentioned once their avatar appears', async ({
  person,
}) => {
  const ann = await person('Ann');
  const bob = await person('Bob');
  const cyril = await person('Cyril');
  const path = await createDocument(ann.page, 'Guest list');
  await share(ann.page, bob.email, 'Editor');
  await bob.page.goto(path);
  const offered = bob.page.getByRole('listbox', { name: 'Mention a member' }).getByRole('option');
  await textOf(bob.page).click();
  await bob.page.keyboard.type('@');
  await expect(offered).toHaveText([/Ann$/, /Bob$/]);
  await bob.page.keyboard.type('cyril');
  await expect(bob.page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible();

  await share(ann.page, cyril.email, 'Editor');
  await cyril.page.goto(path);
  await expect(
    bob.page.getByRole('list', { name: 'People here' }).getByRole('button', { name: 'Cyril' }),
  ).toBeVisible();
  await expect(offered).toHaveText([/Cyril$/]);
  await bob.page.keyboard.press('Enter');
  await expect.poll(() => linesOf(cyril.page)).toEqual(['@Cyril ']);
});
