/** Neither an answer nor its timing reveals whether an address has an account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AfterAnswer } from '../../src/embedded-supabase/auth/after-answer.ts';
import type { Mail, Mailer } from '../../src/embedded-supabase/mail/mailer.ts';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import {
  type AuthOnTest,
  newAddress,
  PASSWORD,
  startTestAuth,
  type TestAuth,
} from '../support/start-test-auth.ts';

const CONFIRMED = {
  email: { max_frequency: '60s', enable_confirmations: true },
  rate_limit: { email_sent: 100 },
};

let test: TestAuth;

beforeAll(async () => {
  test = await startTestAuth();
});
afterAll(async () => {
  await test.close();
});

/** Records the queries, and defers the work that follows the answers. */
function watch(config: Readonly<Record<string, unknown>> = CONFIRMED) {
  const asked: string[] = [];
  const mails: Mail[] = [];
  const held: (() => Promise<void>)[] = [];
  const database: Database = {
    ...test.database,
    query: async (sql, values) => {
      asked.push(sql);
      return await test.database.query(sql, values);
    },
    transaction: async (work) => {
      asked.push('transaction');
      return await test.database.transaction(work);
    },
  };
  const mailer: Mailer = { isMetered: true, send: async (mail) => void mails.push(mail) };
  const afterAnswer: AfterAnswer = {
    begin: (work) => void held.push(work),
    settled: () => Promise.resolve(),
  };
  const auth = test.withConfig(config, { database, mailer, afterAnswer });
  const release = async () => {
    for (const work of held.splice(0)) await work();
  };
  return { auth, asked, mails, release };
}

/** One account of each kind, and an address without one. */
async function addresses() {
  const open = test.withConfig({});
  const closed = test.withConfig({ email: { enable_confirmations: true } });
  const known = newAddress('known');
  const waiting = newAddress('waiting');
  const invited = newAddress('invited');
  await open.newClient().auth.signUp({ email: known, password: PASSWORD });
  await closed.newClient().auth.signUp({ email: waiting, password: PASSWORD });
  await open.newAdmin().auth.admin.inviteUserByEmail(invited);
  return { known, waiting, invited, unknown: newAddress('unknown') };
}

/** The answer without the address itself, ids and times. */
async function describeReply(reply: Response, email: string): Promise<unknown> {
  const text = (await reply.text())
    .replaceAll(email, 'ADDRESS')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'TIME');
  return {
    status: reply.status,
    code: reply.headers.get('x-sb-error-code'),
    body: JSON.parse(text) as unknown,
  };
}

const REQUESTS: readonly (readonly [string, (email: string) => Readonly<Record<string, unknown>>])[] = [
  ['/signup', (email) => ({ email, password: PASSWORD, data: { name: 'Eve' } })],
  ['/recover', (email) => ({ email })],
  ['/otp', (email) => ({ email, create_user: false })],
  ['/otp', (email) => ({ email, create_user: true })],
  ['/magiclink', (email) => ({ email })],
  ['/resend', (email) => ({ type: 'signup', email })],
  ['/resend', (email) => ({ type: 'email_change', email })],
];

async function askForEach(
  auth: AuthOnTest,
  path: string,
  bodyOf: (email: string) => unknown,
  people: object,
) {
  const replies: unknown[] = [];
  for (const email of Object.values(people) as string[])
    replies.push(await describeReply(await auth.call('POST', path, { body: bodyOf(email) }), email));
  return replies;
}

describe.each(REQUESTS)('%s', (path, bodyOf) => {
  it('gives the same answer for each address, before it queries the database', async () => {
    const people = await addresses();
    const { auth, asked, mails, release } = watch();
    const [first, ...others] = await askForEach(auth, path, bodyOf, people);
    expect(first).toMatchObject({ status: 200, code: null });
    for (const other of others) expect(other).toEqual(first);
    expect({ asked, mails }).toEqual({ asked: [], mails: [] });
    await release();
    expect(asked.length).toBeGreaterThan(0);
  });

  it('refuses each address alike, after a repeated request and when the quota is used up', async () => {
    const people = await addresses();
    const { auth, release } = watch();
    await askForEach(auth, path, bodyOf, people);
    await release();
    const again = await askForEach(auth, path, bodyOf, people);
    for (const one of again) expect(one).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    const { auth: spent } = watch({ ...CONFIRMED, rate_limit: { email_sent: 1 } });
    await askForEach(spent, path, bodyOf, { first: newAddress() });
    const refused = await askForEach(spent, path, bodyOf, people);
    for (const one of refused) expect(one).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  });
});

describe('nevertheless', () => {
  it('emails reach the right recipients', async () => {
    const { known, waiting, unknown } = await addresses();
    const { auth, mails, release } = watch({
      ...CONFIRMED,
      email: { ...CONFIRMED.email, max_frequency: '0s' },
    });
    for (const email of [known, waiting, unknown]) {
      await auth.call('POST', '/recover', { body: { email } });
      await auth.call('POST', '/otp', { body: { email, create_user: false } });
      await auth.call('POST', '/resend', { body: { type: 'signup', email } });
      await auth.call('POST', '/signup', { body: { email, password: PASSWORD } });
      await release();
    }
    const sent = mails.map(({ to, kind }) => [to, kind]);
    expect(sent).toEqual([
      [known, 'recovery'],
      [known, 'magiclink'],
      [waiting, 'recovery'],
      [waiting, 'signup'],
      [waiting, 'signup'],
      [waiting, 'signup'],
      [unknown, 'signup'],
    ]);
  });

  it('a new user has the id of the answer', async () => {
    const email = newAddress();
    const { auth, release } = watch();
    const { data } = await auth.newClient().auth.signUp({ email, password: PASSWORD });
    await release();
    const { rows } = await test.database.query<{ id: string }>('select id from auth.users where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ id: data.user?.id }]);
  });

  it('no user is created and no email sent when sign-up is disabled', async () => {
    const { unknown } = await addresses();
    const { auth, mails, release } = watch({ ...CONFIRMED, enable_signup: false });
    const reply = await auth.call('POST', '/otp', { body: { email: unknown, create_user: true } });
    await release();
    const { rows } = await test.database.query('select 1 from auth.users where email = $1', [unknown]);
    expect({ status: reply.status, rows, mails }).toEqual({ status: 200, rows: [], mails: [] });
  });
});
