import { randomBytes } from 'node:crypto';
import { expectFocusOn, tabTo } from './keyboard.ts';
import { expect, linesOf, test, textOf, titleOf, waitUntilSaved } from './spolu.ts';

test('everything works without a mouse, and the focus is always visible', async ({
  browser,
  person,
  spolu,
}) => {
  const bob = await person('Bob');
  const page = await (await browser.newContext({ baseURL: spolu.url })).newPage();
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('sign up', async () => {
    await page.goto('/sign-up');
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await keyboard.type('Jana');
    await tabTo(page, page.getByLabel('Email', { exact: true }));
    await keyboard.type(`jana-${randomBytes(4).toString('hex')}@example.com`);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await keyboard.type('correct horse battery');
    await tabTo(page, button('Create account'));
    await keyboard.press('Enter');
  });

  await test.step('a new document: its title, then its text', async () => {
    await tabTo(page, button('New document'));
    await keyboard.press('Enter');
    await expectFocusOn(page, titleOf(page));
    await keyboard.type('Without a mouse');
    await keyboard.press('Enter');
    await expectFocusOn(page, textOf(page));
    await keyboard.type('## Agenda');
    await keyboard.press('Enter');
    await keyboard.type('Read the ');
    await keyboard.press('Control+b');
    await keyboard.type('whole');
    await keyboard.press('Control+b');
    await keyboard.type(' plan');
    await expect(textOf(page).getByRole('heading', { level: 2, name: 'Agenda' })).toBeVisible();
    await expect(textOf(page).locator('strong')).toHaveText('whole');
  });

  await test.step('the toolbar, and back to the caret', async () => {
    await keyboard.press('Control+Shift+ArrowLeft');
    await keyboard.press('Alt+F10');
    await expectFocusOn(page, button('Undo'));
    await keyboard.press('End');
    await keyboard.press('Home');
    while (!(await button('Italic').evaluate((element) => element === document.activeElement)))
      await keyboard.press('ArrowRight');
    await expectFocusOn(page, button('Italic'));
    await keyboard.press('Escape');
    await expectFocusOn(page, textOf(page));
    await keyboard.press('Control+k');
    await expectFocusOn(page, page.getByLabel('Address'));
    await keyboard.type('example.com');
    await keyboard.press('Enter');
    await expect(textOf(page).getByRole('link', { name: 'plan' })).toHaveAttribute(
      'href',
      'https://example.com',
    );
    await expectFocusOn(page, textOf(page));
  });

  await test.step('share', async () => {
    await tabTo(page, button('Share'), 'Shift+Tab');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expectFocusOn(page, dialog.getByLabel('Email'));
    await keyboard.type(bob.email);
    await tabTo(page, dialog.getByLabel('Role', { exact: true }));
    await keyboard.type('Viewer');
    await tabTo(page, dialog.getByRole('button', { name: 'Invite' }));
    await keyboard.press('Enter');
    await expect(dialog.getByLabel('Role of Bob')).toHaveValue('viewer');
    await keyboard.press('Escape');
    await expectFocusOn(page, button('Share'));
  });

  await test.step('a version, and back to it', async () => {
    await waitUntilSaved(page);
    await tabTo(page, button('Version history'));
    await keyboard.press('Enter');
    await tabTo(page, button('Save version'));
    await keyboard.press('Enter');
    await expectFocusOn(page, page.getByLabel('Version name'));
    await keyboard.type('First draft');
    await tabTo(page, button('Save version'));
    await keyboard.press('Enter');
    const version = page.getByRole('button', { name: 'First draft' });
    await expect(version).toBeVisible();
    await expectFocusOn(page, button('Save version'));
    await tabTo(page, textOf(page), 'Shift+Tab');
    await keyboard.press('Control+End');
    await keyboard.type(', then throw it away');
    await expect.poll(() => linesOf(page)).toEqual(['Agenda', 'Read the whole plan, then throw it away']);
    await waitUntilSaved(page);
    await tabTo(page, version);
    await keyboard.press('Enter');
    await tabTo(page, button('Restore'));
    await keyboard.press('Enter');
    const question = page.getByRole('dialog');
    await tabTo(page, question.getByRole('button', { name: 'Restore' }));
    await keyboard.press('Enter');
    await expect.poll(() => linesOf(page)).toEqual(['Agenda', 'Read the whole plan']);
    await expect(page.getByRole('button', { name: 'Insert at the cursor' })).toHaveCount(0);
  });

  await test.step('sign out', async () => {
    await tabTo(page, button('Jana (you)'), 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sign-in/);
  });
});
