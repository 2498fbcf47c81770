/** Invitations by mail, from the share dialog to the text. */
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import type { Language } from '#contract/languages.ts';
import { lastMail, type Mail } from './inbox.ts';
import { interfaceText } from './interface-text.ts';
import { createDocument, expect, PASSWORD, test, textOf, waitUntilSaved, type Person } from './spolu.ts';
import { inVariants } from './variants.ts';

const WORDS = {
  'en-US': {
    chooses: 'English',
    subject: 'Ann invites you to edit “Guest list”',
    sent: 'They were sent an email with the link.',
    notSetUp: 'Email isn’t set up on this server, so send them the link yourself:',
  },
  cs: {
    chooses: 'Čeština',
    subject: 'Ann vás zve k úpravám dokumentu „Guest list“',
    sent: 'E-mail s odkazem je odeslaný.',
    notSetUp: 'Tento server e-maily neposílá, odkaz proto pošlete sami:',
  },
} as const satisfies Readonly<Record<Language, unknown>>;

/** Opens a document in which something is written. */
async function write({ page }: Person, language: Language): Promise<void> {
  const path = await createDocument(page, 'Guest list');
  await textOf(page).click();
  await page.keyboard.type('Bring a cake.');
  await waitUntilSaved(page);
  if (language !== 'en-US') {
    await page.goto('/account');
    const kept = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
    await page.getByText(WORDS[language].chooses, { exact: true }).click();
    await kept;
    await page.goto(path);
  }
  await expect(textOf(page)).toContainText('Bring a cake.');
}

/** Returns the note about the invitation. */
async function invite({ page }: Person, email: string, language: Language): Promise<Locator> {
  const all = interfaceText(page, language);
  await all.button('documentPage:share').click();
  const dialog = interfaceText(page, language, all.dialog);
  await dialog.field('sharing:email').fill(email);
  await dialog.button('sharing:add').click();
  const note = all.dialog.getByRole('status').filter({ hasText: email });
  await expect(note.getByRole('button')).toBeVisible();
  return note;
}

/** The link of a mail, which its HTML has too. */
function linkOf({ text, html }: Mail): string {
  const link = z.url().parse(/https?:\S+\/invitation#[0-9a-f]{64}/.exec(text)?.[0]);
  expect(html).toContain(`href="${link}"`);
  return link;
}

for (const [language, width] of inVariants([
  ['cs', 390],
  ['en-US', 1280],
] as const)) {
  const { subject, sent, notSetUp } = WORDS[language];

  test(`an address without an account gets from the mail to the text, in ${language} at ${width}`, async ({
    person,
    browser,
    spolu,
  }) => {
    const email = `eve-${Date.now()}@example.com`;
    const ann = await person('Ann');
    await write(ann, language);
    const note = await invite(ann, email, language);
    const mail = await lastMail(spolu.url, email);
    expect(mail.subject).toBe(subject);
    await expect(note).toContainText(sent);
    // The copied link is the one of the mail, which goes on working.
    await ann.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await interfaceText(ann.page, language).button('sharing:copyInvitation', { email }).click();
    await expect.poll(() => ann.page.evaluate(() => navigator.clipboard.readText())).toBe(linkOf(mail));

    const viewport = { width, height: 800 };
    const page = await (await browser.newContext({ locale: language, viewport })).newPage();
    await page.goto(linkOf(mail));
    const all = interfaceText(page, language);
    await all.link('sharing:invitation.signUp').click();
    await expect(all.field('auth:email')).toHaveValue(email);
    await all.field('account:name').fill('Eve');
    await all.field('auth:password').fill(PASSWORD);
    await all.button('account:signUp.submit').click();
    await expect(textOf(page)).toContainText('Bring a cake.');
  });

  test(`without mails the owner is asked to send the link, in ${language} at ${width}`, async ({
    person,
  }) => {
    const ann = await person('Ann');
    await write(ann, language);
    await ann.page.route('**/rpc/list_sharing', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...(await reply.json()), mailsAreSetUp: false } });
    });
    const note = await invite(ann, `eve-${Date.now()}@example.com`, language);
    await expect(note).toContainText(notSetUp);
    await ann.page.unrouteAll({ behavior: 'wait' });
  });
}

test('a signed-in person gets from the mail to the text at once', async ({ person, spolu }) => {
  const bob = await person('Bob');
  const ann = await person('Ann');
  await write(ann, 'en-US');
  await invite(ann, bob.email, 'en-US');
  await bob.page.goto(linkOf(await lastMail(spolu.url, bob.email)));
  await expect(textOf(bob.page)).toContainText('Bring a cake.');
});
