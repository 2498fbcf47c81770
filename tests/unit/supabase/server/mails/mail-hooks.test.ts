import { expect, test } from 'vitest';
import type { Database } from '../../../../../supabase/functions/_shared/server/database.ts';
import type { MailEnv } from '../../../../../supabase/functions/_shared/server/env.ts';
import {
  readPostmarkEvent,
  readResendEvent,
} from '../../../../../supabase/functions/_shared/server/mails/mail-events.ts';
import { unsubscribe } from '../../../../../supabase/functions/_shared/server/mails/unsubscribe.ts';
import {
  isLogin,
  isSignedBySvix,
} from '../../../../../supabase/functions/_shared/server/mails/webhook-proofs.ts';

const TOKEN = `${'a-_B'.repeat(16)}xyz`;
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The reply, or the code of the refusal, and what was stopped. */
async function ask(path: string, init: RequestInit = {}, env: MailEnv = { APP_URL: 'https://spolu.test/' }) {
  const stopped: unknown[] = [];
  const database = {
    call: async (name: string, args: object) => void stopped.push({ name, ...args }),
  } as unknown as Database;
  const request = new Request(`https://x.test/unsubscribe${path}`, init);
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const reply = await unsubscribe({ request, url: new URL(request.url), body, database, env }).catch(
    ({ code }: { code: string }) => code,
  );
  return { reply, stopped };
}

test.each([
  ['as a form', { body: ONE_CLICK, headers: FORM }],
  ['in parts', { body: Object.assign(new FormData(), {}), headers: {} }],
])('a mail program stops the mails at once, %s', async (what, init) => {
  if (what === 'in parts') (init.body as FormData).set('List-Unsubscribe', 'One-Click');
  const { reply, stopped } = await ask(`?t=${TOKEN}`, { method: 'POST', ...init });
  expect(reply).toMatchObject({ status: 200 });
  expect(stopped).toEqual([{ name: 'unsubscribe', p_token: TOKEN, p_undo: false }]);
});

test.each([
  ['GET', TOKEN, `https://spolu.test/unsubscribe#${TOKEN}`],
  ['HEAD', TOKEN, `https://spolu.test/unsubscribe#${TOKEN}`],
  ['GET', '%0d%0aSet-Cookie:a', 'https://spolu.test/unsubscribe'],
])('%s with the token %s leads to the app and stops nothing', async (method, token, location) => {
  const { reply, stopped } = await ask(`?t=${token}`, { method });
  expect(reply).toMatchObject({ status: 303 });
  expect((reply as Response).headers.get('location')).toBe(location);
  expect(stopped).toEqual([]);
});

test.each([
  ['without the form', `?t=${TOKEN}`, {}, 'bad_request'],
  ['with another form', `?t=${TOKEN}`, { body: 'List-Unsubscribe=No', headers: FORM }, 'bad_request'],
  [
    'with JSON',
    `?t=${TOKEN}`,
    { body: '{}', headers: { 'content-type': 'application/json' } },
    'bad_request',
  ],
  ['without a token', '', { body: ONE_CLICK, headers: FORM }, 'not_found'],
  ['with half a token', '?t=abc', { body: ONE_CLICK, headers: FORM }, 'not_found'],
])('a POST %s is refused', async (_what, path, init, code) => {
  expect(await ask(path, { method: 'POST', ...init })).toEqual({ reply: code, stopped: [] });
});

test('without the address of the app a link leads nowhere', async () => {
  expect((await ask(`?t=${TOKEN}`, {}, {})).reply).toBe('unavailable');
});

// The example of Svix's manual.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SIGNED = {
  'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'svix-timestamp': '1614265330',
  'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const AT = 1_614_265_330_000;
const checkSvix = (headers: Record<string, string>, text = '{"test": 2432232314}', nowMs = AT) =>
  isSignedBySvix(new Headers(headers), new TextEncoder().encode(text), SECRET, nowMs);

test('a signature of Svix is accepted, also as one of several', async () => {
  expect(await checkSvix(SIGNED)).toBe(true);
  expect(await checkSvix({ ...SIGNED, 'svix-signature': `v1,b3RoZXI= ${SIGNED['svix-signature']}` })).toBe(
    true,
  );
  expect(await checkSvix(SIGNED, undefined, AT + 299_000)).toBe(true);
});

test.each([
  ['another body', () => checkSvix(SIGNED, '{"test": 2432232315}')],
  ['another id', () => checkSvix({ ...SIGNED, 'svix-id': 'msg_x' })],
  ['another time', () => checkSvix({ ...SIGNED, 'svix-timestamp': '1614265331' })],
  ['an old time', () => checkSvix(SIGNED, undefined, AT + 301_000)],
  ['a future time', () => checkSvix(SIGNED, undefined, AT - 301_000)],
  ['no signature', () => checkSvix({ ...SIGNED, 'svix-signature': '' })],
  ['a time that is none', () => checkSvix({ ...SIGNED, 'svix-timestamp': 'NaN' })],
  [
    'another version',
    () => checkSvix({ ...SIGNED, 'svix-signature': SIGNED['svix-signature'].replace('v1', 'v2') }),
  ],
])('%s is refused', async (_what, check) => {
  expect(await check()).toBe(false);
});

test('a name and password are those that were set', async () => {
  const check = (authorization: string) => isLogin(new Headers({ authorization }), 'post:mark');
  expect(await check(`Basic ${btoa('post:mark')}`)).toBe(true);
  expect(await check(`Basic ${btoa('post:mark2')}`)).toBe(false);
  expect(await check('Basic')).toBe(false);
  expect(await isLogin(new Headers(), 'post:mark')).toBe(false);
});

const resend = (type: string, data: object = {}) => ({ type, data: { to: ['ann@example.test'], ...data } });

test.each([
  [resend('email.bounced', { bounce: { type: 'Permanent', subType: 'General' } }), 'bounced'],
  [resend('email.bounced', { bounce: { type: 'Transient' } }), 'soft'],
  [resend('email.bounced', { bounce: { type: 'Undetermined' } }), 'soft'],
  [resend('email.bounced'), 'bounced'],
  [resend('email.complained'), 'complained'],
  [resend('email.suppressed'), 'bounced'],
  [resend('email.delivered'), null],
  [resend('email.delivery_delayed'), null],
  [{ type: 'contact.created', data: {} }, null],
  [[], null],
])('Resend reports %j: %s', (event, reason) => {
  expect(readResendEvent(event)).toEqual(reason === null ? null : { address: 'ann@example.test', reason });
});

const postmark = (Type: string, Inactive = false) => ({
  RecordType: 'Bounce',
  Type,
  Email: 'ann@example.test',
  Inactive,
});
const suppressed = (SuppressionReason: string | null, SuppressSending = true) => ({
  RecordType: 'SubscriptionChange',
  Recipient: 'ann@example.test',
  SuppressSending,
  SuppressionReason,
});

test.each([
  [postmark('HardBounce', true), 'bounced'],
  [postmark('BadEmailAddress', true), 'bounced'],
  [postmark('SoftBounce'), 'soft'],
  [postmark('Transient'), 'soft'],
  [postmark('SpamNotification', true), 'complained'],
  [postmark('AutoResponder'), null],
  [postmark('Subscribe'), null],
  [{ RecordType: 'SpamComplaint', Email: 'ann@example.test', Inactive: true }, 'complained'],
  [suppressed('HardBounce'), 'bounced'],
  [suppressed('ManualSuppression'), 'complained'],
  [suppressed(null, false), null],
  [{ RecordType: 'Delivery', Recipient: 'ann@example.test' }, null],
  ['x', null],
])('Postmark reports %j: %s', (event, reason) => {
  expect(readPostmarkEvent(event)).toEqual(reason === null ? null : { address: 'ann@example.test', reason });
});
