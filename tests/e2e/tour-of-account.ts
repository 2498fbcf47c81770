/** The tour of the account: profile, password, two-step verification, signing out, deleting the account. */
import { totpAt } from '../../src/embedded-supabase/auth/totp.ts';
import { expect, PASSWORD } from './spolu.ts';
import type { Visitor } from './visitor.ts';

const NEW_PASSWORD = 'another battery';

/** Secret of the authenticator app. */
let secret = '';

export async function account({ page, all, dialog, email }: Visitor): Promise<void> {
  await page.goto('/account');
  await all.field('account:name').fill('');
  await all.button('common:save').click();
  await expect(all.text('auth:problem.name')).toBeVisible();
  await all.field('account:name').fill('Eva Nová');
  await all.button('common:save').click();
  await expect(all.text('account:page.saved')).toBeVisible();
  const color = page.getByRole('radio').nth(2);
  await color.click({ force: true });
  await expect(color).toBeChecked();
  await expect(all.text('account:page.saved')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'no.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await expect(all.text('account:page.avatarProblem')).toBeVisible();
  await all.field('account:page.newEmail').fill(email);
  await all.button('account:page.changeEmail').click();
  await expect(all.text('auth:problem.emailSame')).toBeVisible();
  await all.field('account:page.currentPassword').fill('not this one');
  await all.field('account:newPassword').fill(NEW_PASSWORD);
  await all.button('account:page.changePassword').click();
  await expect(all.text('auth:failure.current_password_wrong')).toBeVisible();
  await all.field('account:page.currentPassword').fill(PASSWORD);
  await all.button('account:page.changePassword').click();
  await expect(all.text('account:page.passwordSaved')).toBeVisible();
  await all.button('account:secondFactor.turnOn').click();
  await dialog.field('auth:code').fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.text('account:secondFactor.wrong')).toBeVisible();
  secret = (await all.dialog.locator('[translate=no].font-mono').innerText()).replaceAll(/\s/g, '');
  await dialog.field('auth:code').fill(await totpAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(all.text('account:secondFactor.turnedOn')).toBeVisible();
  await expect(all.text('account:sessions.current')).toBeVisible();
  await all.button('account:remove.open').click();
  await dialog.button('account:remove.confirm').click();
  await expect(dialog.text('auth:problem.emailTyped')).toBeVisible();
  await page.keyboard.press('Escape');
}

export async function elsewhere({ page, all }: Visitor): Promise<void> {
  await page.goto('/nowhere');
  await expect(all.heading('common:notFound.title')).toBeVisible();
  await page.goto('/documents/00000000-0000-4000-8000-000000000000');
  await expect(all.heading('documents:noAccess.title')).toBeVisible();
  await page.goto('/invitation#nothing');
  await expect(all.heading('sharing:invitation.over')).toBeVisible();
}

export async function leave({ page, all, email }: Visitor): Promise<void> {
  await page.goto('/documents');
  await all.button('common:signOut').click();
  await page.waitForURL(/sign-in/);
  await all.field('auth:email').fill(email);
  await all.field('auth:password').fill('not this one');
  await all.button('auth:signIn.submit').click();
  await expect(page.getByRole('alert')).toHaveText(all.pattern('auth:failure.invalid_credentials'));
  // Mails are limited to one per address and minute, so this uses another address.
  await all.link('auth:signIn.forgot').click();
  await expect(all.heading('account:forgot.title')).toBeVisible();
  await all.field('auth:email').fill(`one-${email}`);
  await all.button('account:forgot.submit').click();
  await expect(all.heading('account:forgot.sentTitle')).toBeVisible();
  await all.link('account:forgot.back').click();
  await all.link('auth:signIn.byMail').click();
  await expect(all.heading('account:byMail.title')).toBeVisible();
  await all.field('auth:email').fill(`other-${email}`);
  await all.button('account:byMail.submit').click();
  await all.field('auth:code').fill('000000');
  await all.button('account:byMail.signIn').click();
  await expect(all.text('auth:failure.code_invalid')).toBeVisible();
  await page.goto('/reset-password');
  await expect(all.heading('account:reset.invalidTitle')).toBeVisible();
}

export async function deleteAccount({ page, all, dialog, email }: Visitor): Promise<void> {
  await page.goto('/sign-in?next=%2Faccount');
  await all.field('auth:email').fill(email);
  await all.field('auth:password').fill(NEW_PASSWORD);
  await all.button('auth:signIn.submit').click();
  await expect(all.heading('account:secondFactor.title')).toBeVisible();
  // A code is accepted only once, so this uses that of the next half minute.
  await all.field('auth:code').fill(await totpAt(secret, Date.now() + 30_000));
  await all.button('account:secondFactor.continue').click();
  await all.button('account:secondFactor.turnOff').click();
  await dialog.button('account:secondFactor.turnOff').click();
  await expect(all.text('account:secondFactor.turnedOff')).toBeVisible();
  await all.button('account:remove.open').click();
  await dialog.field('account:remove.typeEmail', { email }).fill(email);
  await dialog.field('account:remove.password').fill(NEW_PASSWORD);
  await dialog.button('account:remove.confirm').click();
  await expect(all.text('account:remove.done')).toBeVisible();
}
