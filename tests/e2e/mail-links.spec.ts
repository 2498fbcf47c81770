/** Mail links, opened by mail scanners and by users in another browser. */
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Page, Request } from '@playwright/test';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';
import { expect, PASSWORD, test } from './spolu.ts';
import { inVariants } from './variants.ts';

// One server for the file, with confirmation of addresses, unlike in the other files.
test.describe.configure({ mode: 'default' });

const inboxSchema = z.object({
  mails: z.array(
    z.object({ text: z.string(), subject: z.string(), otp: z.string(), action_link: z.string().nullable() }),
  ),
});
type Mail = z.output<typeof inboxSchema>['mails'][number];

let server: TestSupabase;
test.beforeAll(async () => {
  server = await startTestSupabase({
    staticDir: join(import.meta.dirname, '../../dist'),
    configure: (config) => {
      const email = { ...config.auth.email, enable_confirmations: true, max_frequency: 0 };
      return { ...config, auth: { ...config.auth, email } };
    },
  });
});
test.afterAll(() => server.close());

const connect = (key = server.publishableKey): SupabaseClient =>
  createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: 'implicit' },
    realtime: { transport: WebSocket as never },
  });

let people = 0;
const newAddress = (): string => `reader-${(people += 1)}+mail@example.com`;

async function lastMail(to: string): Promise<Mail> {
  const reply = await fetch(`${server.url}/inbox.json?to=${encodeURIComponent(to)}`);
  const [mail] = inboxSchema.parse(await reply.json()).mails;
  if (mail === undefined) throw new Error(`no mail for ${to}`);
  return mail;
}

const linkOf = ({ action_link }: Mail): string => z.url().parse(action_link);

/** Opens the link as mail scanners do: several times, also with scripts running. */
async function scan(page: Page, mail: Mail): Promise<void> {
  const link = linkOf(mail);
  for (const method of ['GET', 'GET', 'GET', 'HEAD']) {
    const reply = await fetch(link, { method });
    expect([reply.status, reply.url.split('#')[0]]).toEqual([200, `${server.url}/confirm`]);
  }
  const sent: string[] = [];
  const note = (request: Request): unknown =>
    sent.push(`${request.method()} ${request.url()} ${request.headers()['referer'] ?? ''}`);
  page.on('request', note);
  await page.goto(link);
  await expect(buttonOf(page)).toBeVisible();
  expect(page.url(), 'the token is not in the URL').toBe(`${server.url}/confirm`);
  page.off('request', note);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? '';
  expect(sent.filter((line) => line.includes(token) || line.startsWith('POST'))).toEqual([]);
  await page.goto('about:blank');
}

const buttonOf = (page: Page, name?: string) =>
  page.getByRole('main').getByRole('button', name === undefined ? {} : { name, exact: true });

interface Kind {
  readonly name: string;
  readonly type: 'signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change';
  readonly button: string;
  /** Requests a mail and returns its recipient. */
  readonly ask: () => Promise<string>;
}

async function addMember(): Promise<string> {
  const email = newAddress();
  wanted((await connect(server.secretKey).auth.admin.createUser({ email, email_confirm: true })).error);
  return email;
}
const wanted = (error: unknown): void => expect(error).toBeNull();

async function askForChange(pick: (present: string, next: string) => string): Promise<string> {
  const email = await addMember();
  const client = connect();
  const { data } = await connect(server.secretKey).auth.admin.generateLink({ type: 'magiclink', email });
  const token_hash = data.properties?.hashed_token ?? '';
  wanted((await client.auth.verifyOtp({ type: 'magiclink', token_hash })).error);
  const next = newAddress();
  wanted((await client.auth.updateUser({ email: next })).error);
  return pick(email, next);
}

const KINDS: readonly Kind[] = [
  {
    name: 'sign-up',
    type: 'signup',
    button: 'Confirm address',
    ask: async () => {
      const email = newAddress();
      wanted((await connect().auth.signUp({ email, password: PASSWORD })).error);
      return email;
    },
  },
  {
    name: 'a sign-in link',
    type: 'magiclink',
    button: 'Sign in',
    ask: async () => {
      const email = await addMember();
      wanted((await connect().auth.signInWithOtp({ email })).error);
      return email;
    },
  },
  {
    name: 'a forgotten password',
    type: 'recovery',
    button: 'Choose a new password',
    ask: async () => {
      const email = await addMember();
      wanted((await connect().auth.resetPasswordForEmail(email)).error);
      return email;
    },
  },
  {
    name: 'an invitation',
    type: 'invite',
    button: 'Accept invitation',
    ask: async () => {
      const email = newAddress();
      wanted((await connect(server.secretKey).auth.admin.inviteUserByEmail(email)).error);
      return email;
    },
  },
  {
    name: 'a change, to the current address',
    type: 'email_change',
    button: 'Confirm change',
    ask: () => askForChange((present) => present),
  },
  {
    name: 'a change, to the new address',
    type: 'email_change',
    button: 'Confirm change',
    ask: () => askForChange((_present, next) => next),
  },
];

test('a mail scanner uses up neither link nor code of any mail', async ({ browser }) => {
  const scanner = await (await browser.newContext()).newPage();
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const heading = page.getByRole('heading', { level: 1 });
  for (const { name, type, button, ask } of KINDS) {
    await test.step(name, async () => {
      const [clicker, typist] = await Promise.all([ask(), ask()]);
      for (const to of [clicker, typist]) await scan(scanner, await lastMail(to));

      const { otp: token } = await lastMail(typist);
      wanted((await connect().auth.verifyOtp({ type, email: typist, token })).error);

      await page.goto(linkOf(await lastMail(clicker)));
      await page.reload();
      await buttonOf(page, button).click();
      if (type === 'email_change') await expect(heading).toHaveText('One address is confirmed');
      else if (type === 'recovery') await expect(heading).toHaveText('Choose a new password');
      else await page.waitForURL('**/documents');
      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
    });
  }
});

const WORDS = {
  'en-US': {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    signUp: 'Create account',
    confirm: 'Confirm address',
    code: 'Code',
    newDocument: 'New document',
    send: 'Send link',
    choose: 'Choose a new password',
    newPassword: 'New password',
    save: 'Save password',
    recovery: 'Reset your password',
  },
  cs: {
    name: 'Jméno',
    email: 'E-mail',
    password: 'Heslo',
    signUp: 'Vytvořit účet',
    confirm: 'Potvrdit adresu',
    code: 'Kód',
    newDocument: 'Nový dokument',
    send: 'Poslat odkaz',
    choose: 'Zvolit nové heslo',
    newPassword: 'Nové heslo',
    save: 'Uložit heslo',
    recovery: 'Obnovte si heslo',
  },
} as const;

for (const [language, width] of inVariants([
  ['cs', 390],
  ['en-US', 1280],
] as const)) {
  test(`sign-up and password recovery by mail, in ${language} at ${width}`, async ({ browser }) => {
    const words = WORDS[language];
    const openBrowser = async (): Promise<Page> => {
      const viewport = { width, height: 800 };
      return (await browser.newContext({ baseURL: server.url, locale: language, viewport })).newPage();
    };
    const press = (page: Page, name: string) => buttonOf(page, name).click();
    const email = newAddress();

    const asking = await openBrowser();
    await asking.goto('/sign-up?next=%2Faccount');
    await asking.getByLabel(words.name, { exact: true }).fill('Jana');
    await asking.getByLabel(words.email, { exact: true }).fill(email);
    await asking.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await press(asking, words.signUp);
    await expect(asking.getByLabel(words.code, { exact: true })).toBeFocused();

    // Not the browser that requested the mail.
    const reading = await openBrowser();
    await reading.goto(linkOf(await lastMail(email)));
    await expect(reading.getByText(email)).toBeVisible();
    await press(reading, words.confirm);
    await reading.waitForURL('**/account');

    const forgetful = await openBrowser();
    await forgetful.goto('/forgot-password');
    await forgetful.getByLabel(words.email, { exact: true }).fill(email);
    await press(forgetful, words.send);
    await expect(forgetful.getByLabel(words.code, { exact: true })).toBeFocused();
    const mail = await lastMail(email);
    expect(mail.subject).toBe(words.recovery);
    await forgetful.goto(linkOf(mail));
    await press(forgetful, words.choose);
    await forgetful.waitForURL('**/reset-password');
    await forgetful.reload();
    await forgetful.getByLabel(words.newPassword, { exact: true }).fill('another good password');
    await press(forgetful, words.save);
    await expect(forgetful.getByRole('button', { name: words.newDocument }).first()).toBeVisible();
    wanted((await connect().auth.signInWithPassword({ email, password: 'another good password' })).error);
  });
}

test('a forgotten password is replaced with the code alone', async ({ browser }) => {
  const email = await addMember();
  const page = await (await browser.newContext({ baseURL: server.url, locale: 'en-US' })).newPage();
  await page.goto('/forgot-password');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill((await lastMail(email)).otp);
  await page.keyboard.press('Enter');
  await page.getByLabel('New password', { exact: true }).fill('another good password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'New document' }).first()).toBeVisible();
});
