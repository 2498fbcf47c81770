import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthOnTest,
  type InboxMail,
  newAddress,
  PASSWORD,
  readFragment,
  startTestAuth,
  type TestAuth,
} from '../support/start-test-auth.ts';

const NO_WAIT = { max_frequency: '0s' };

let test: TestAuth;
let auth: AuthOnTest;

beforeAll(async () => {
  test = await startTestAuth();
  auth = test.withConfig({ site_url: 'http://127.0.0.1:3000', email: NO_WAIT });
});
afterAll(async () => {
  await test.close();
});

async function signUp(on = auth) {
  const email = newAddress();
  const client = on.newClient();
  const { error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error !== null) throw error;
  return { client, email };
}

describe('changing the address', () => {
  async function askForChange(on = auth) {
    const { client, email } = await signUp(on);
    const wanted = newAddress('new');
    const { data, error } = await client.auth.updateUser({ email: wanted });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: wanted });
    expect(data.user?.email_change_sent_at).toBeDefined();
    return { client, email, wanted };
  }

  const codeOf = (mail: InboxMail) => ({ type: 'email_change', email: mail.to, token: mail.otp }) as const;

  it.each(['old first', 'new first'])('requires both mailboxes, %s', async (order) => {
    const { client, email, wanted } = await askForChange();
    const mails = [await auth.readLastMail(email), await auth.readLastMail(wanted)];
    expect(mails.map(({ kind }) => kind)).toEqual(['email_change_current', 'email_change_new']);
    if (order === 'new first') mails.reverse();
    const [first, second] = mails as [InboxMail, InboxMail];
    const half = await auth.call('POST', '/verify', { body: codeOf(first) });
    expect([half.status, await half.json()]).toEqual([
      200,
      {
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      },
    ]);
    const twice = await client.auth.verifyOtp(codeOf(first));
    expect(twice.error?.code).toBe('otp_expired');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    const { data } = await client.auth.verifyOtp(codeOf(second));
    // Metadata stored at sign-up stay unchanged, as in GoTrue.
    expect(data.user).toMatchObject({ email: wanted, user_metadata: { email } });
    expect(data.user?.new_email).toBeUndefined();
    expect(data.user?.identities?.[0]).toMatchObject({ email: wanted });
    const oldSignIn = await auth.newClient().auth.signInWithPassword({ email, password: PASSWORD });
    expect(oldSignIn.error?.code).toBe('invalid_credentials');
  });

  it('by links reports which half is missing, then signs in', async () => {
    const { email, wanted } = await askForChange();
    const half = await auth.followLink(await auth.readLastMail(email));
    expect(readFragment(half)['message']).toContain('Please proceed to confirm link');
    const done = await auth.followLink(await auth.readLastMail(wanted));
    expect(readFragment(done)).toMatchObject({ type: 'email_change' });
  });

  it('requires only the new mailbox when the settings say so', async () => {
    const single = test.withConfig({ email: { ...NO_WAIT, double_confirm_changes: false } });
    const { client, email, wanted } = await askForChange(single);
    expect(await single.readMails(email)).toHaveLength(0);
    const { data } = await client.auth.verifyOtp(codeOf(await single.readLastMail(wanted)));
    expect(data.user?.email).toBe(wanted);
  });

  it('is refused for an address that is taken, now or by the time of confirmation', async () => {
    const { email: taken } = await signUp();
    const { client } = await signUp();
    const refused = await client.auth.updateUser({ email: taken });
    expect(refused.error).toMatchObject({ status: 422, code: 'email_exists' });

    const { email, wanted, client: slow } = await askForChange();
    await auth.newClient().auth.signUp({ email: wanted, password: PASSWORD });
    await slow.auth.verifyOtp(codeOf(await auth.readLastMail(email)));
    const late = await slow.auth.verifyOtp(codeOf(await auth.readLastMail(wanted)));
    expect(late.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it('voids the links of an earlier request', async () => {
    const { client, email, wanted } = await askForChange();
    const [oldCurrent, oldNew] = [await auth.readLastMail(email), await auth.readLastMail(wanted)];
    await client.auth.updateUser({ email: newAddress('newer') });
    for (const mail of [oldCurrent, oldNew]) {
      expect((await client.auth.verifyOtp(codeOf(mail))).error?.code).toBe('otp_expired');
    }
  });

  it('counts a confirmation only for the request that it belongs to', async () => {
    const { client, email } = await askForChange();
    await client.auth.verifyOtp(codeOf(await auth.readLastMail(email)));
    const newer = newAddress('newer');
    await client.auth.updateUser({ email: newer });
    await client.auth.verifyOtp(codeOf(await auth.readLastMail(newer)));
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  it('voids an administrator’s link for an address that is no longer requested', async () => {
    const { client, email } = await signUp();
    const { admin } = auth.newAdmin().auth;
    const linkOf = async (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
      (await admin.generateLink({ type, email, newEmail })).data.properties?.hashed_token ?? '';
    const old = await linkOf('email_change_current', newAddress('one'));
    const wanted = newAddress('two');
    const toNew = await linkOf('email_change_new', wanted);
    const stale = await client.auth.verifyOtp({ type: 'email_change', token_hash: old });
    expect(stale.error?.code).toBe('otp_expired');
    const toOld = await linkOf('email_change_current', wanted);
    for (const token_hash of [toNew, toOld])
      await client.auth.verifyOtp({ type: 'email_change', token_hash });
    expect((await client.auth.getUser()).data.user?.email).toBe(wanted);
  });
});
