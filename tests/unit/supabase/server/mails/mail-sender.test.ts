/** The contract of the ways in which mails leave, against a real SMTP server and a service of a provider's shape. */
import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openHttpSender } from '../../../../../supabase/functions/_shared/server/mails/http-sender.ts';
import { HTTP_STYLES } from '../../../../../supabase/functions/_shared/server/mails/http-styles.ts';
import type {
  MailMessage,
  MailSender,
} from '../../../../../supabase/functions/_shared/server/mails/mail-sender.ts';
import { openSmtpSender } from '../../../../../supabase/functions/_shared/server/mails/smtp-sender.ts';
import { openFakeMailService } from '../../../../support/fake-mail-service.ts';
import { openFakeSmtp } from '../../../../support/fake-smtp-server.ts';

/** A mail as its recipient gets it. Header names are in lower case. */
interface Arrived {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Way {
  readonly sender: MailSender;
  readonly arrived: () => Promise<Arrived[]>;
  /** The server refuses this address for good, or the next mail to it for now. */
  readonly refuse: (address: string, how: 'for good' | 'for now') => void;
  readonly close: () => Promise<void>;
}

const FROM = '"Spolu, čeština" <mail@spolu.test>';
const TOKEN = 'x'.repeat(67);
const STOP = `<https://abcdefghijklmnopqrst.supabase.co/functions/v1/unsubscribe?token=${TOKEN}>`;

const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  id: crypto.randomUUID(),
  from: FROM,
  to: 'ann@example.test',
  subject: 'Jana: komentář k „Plán“',
  html: '<p>Ahoj</p>',
  text: 'Ahoj\n',
  headers: {},
  ...changes,
});

async function openSmtpWay(): Promise<Way & { readonly server: Awaited<ReturnType<typeof openFakeSmtp>> }> {
  const server = await openFakeSmtp();
  const sender = openSmtpSender({ url: new URL(server.url), from: FROM });
  return {
    server,
    sender,
    arrived: () => Promise.all(server.mails.map(({ raw }) => parse(raw))),
    refuse: (address, how) => {
      const code = how === 'for good' ? 550 : 451;
      server.refusals.set(address, {
        code,
        text: how === 'for good' ? '5.1.1 no such user' : '4.2.0 try later',
      });
    },
    close: async () => {
      sender.close();
      await server.close();
    },
  };
}

async function parse(raw: string): Promise<Arrived> {
  const mail = await simpleParser(Buffer.from(raw, 'latin1'));
  const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
  const lines = mail.headerLines.map(({ key, line }) => [key, line.slice(line.indexOf(':') + 1).trim()]);
  return {
    from: mail.from?.value.map(({ name, address }) => `"${name}" <${address}>`).join() ?? '',
    to: to?.text ?? '',
    subject: mail.subject ?? '',
    html: mail.html || '',
    text: mail.text ?? '',
    headers: Object.fromEntries(lines) as Record<string, string>,
  };
}

const resendMail = z.object({
  from: z.string(),
  to: z.tuple([z.string()]),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
});
const postmarkMail = z.object({
  From: z.string(),
  To: z.string(),
  Subject: z.string(),
  HtmlBody: z.string(),
  TextBody: z.string(),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })),
});

const lowerCased = (headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

function readPosted(body: unknown): Arrived {
  const resend = resendMail.safeParse(body).data;
  if (resend) return { ...resend, to: resend.to[0], headers: lowerCased(Object.entries(resend.headers)) };
  const { From, To, Subject, HtmlBody, TextBody, Headers } = postmarkMail.parse(body);
  const headers = lowerCased(Headers.map(({ Name, Value }) => [Name, Value]));
  return { from: From, to: To, subject: Subject, html: HtmlBody, text: TextBody, headers };
}

const REFUSALS = {
  resend: { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } },
  postmark: { status: 422, body: { ErrorCode: 406, Message: 'You tried to send to an inactive recipient.' } },
};

async function openHttpWay(style: keyof typeof HTTP_STYLES) {
  const service = await openFakeMailService();
  const waits: number[] = [];
  const sender = openHttpSender({
    url: new URL(service.url),
    key: 'secret',
    style: HTTP_STYLES[style],
    wait: async (ms) => void waits.push(ms),
  });
  const way: Way = {
    sender,
    arrived: () =>
      Promise.resolve([...service.accepted.values()].map((text) => readPosted(JSON.parse(text)))),
    refuse: (address, how) =>
      service.replies.set(address, [how === 'for good' ? REFUSALS[style] : { status: 503 }]),
    close: async () => {
      sender.close();
      await service.close();
    },
  };
  return { ...way, service, waits };
}

const open: Way[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((way) => way.close()));
});
const kept = async <W extends Way>(opening: Promise<W>): Promise<W> => {
  const way = await opening;
  open.push(way);
  return way;
};

const WAYS: readonly (readonly [string, () => Promise<Way>])[] = [
  ['by SMTP', openSmtpWay],
  ['by HTTP as Resend', () => openHttpWay('resend')],
  ['by HTTP as Postmark', () => openHttpWay('postmark')],
];

describe.each(WAYS)('a mail %s', (_way, openWay) => {
  test('arrives as it was given', async () => {
    const { sender, arrived } = await kept(openWay());
    const sent = message({ headers: { 'List-Unsubscribe': STOP, 'Auto-Submitted': 'auto-generated' } });
    expect(await sender.send(sent)).toEqual({ outcome: 'sent' });
    const [mail] = await arrived();
    expect(mail).toMatchObject({ from: FROM, to: sent.to, subject: sent.subject, text: sent.text });
    expect(mail?.html.trim()).toBe(sent.html);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe': STOP, 'auto-submitted': 'auto-generated' });
  });

  test('has one Message-ID, also when it is sent again', async () => {
    const { sender, arrived } = await kept(openWay());
    const id = '5d2f5f3e-7b3c-4b57-9f0e-0c1c3a3e9a11';
    await sender.send(message({ id }));
    await sender.send(message({ id }));
    const ids = (await arrived()).map(({ headers }) => headers['message-id']);
    expect(new Set(ids)).toEqual(new Set([`<${id}@spolu.test>`]));
  });

  test('to an address that does not exist is refused, and the next one arrives', async () => {
    const { sender, arrived, refuse } = await kept(openWay());
    refuse('nobody@example.test', 'for good');
    expect(await sender.send(message({ to: 'nobody@example.test' }))).toMatchObject({ outcome: 'refused' });
    expect(await sender.send(message())).toEqual({ outcome: 'sent' });
    expect(await arrived()).toHaveLength(1);
  });

  test('fails when the server is busy', async () => {
    const { sender, refuse } = await kept(openWay());
    refuse('busy@example.test', 'for now');
    const outcome = await sender.send(message({ to: 'busy@example.test' }));
    expect(outcome).toMatchObject({ outcome: 'failed', problem: expect.stringMatching(/451|503/) });
  });

  test('fails when there is no server', async () => {
    const way = await openWay();
    await way.close();
    expect(await way.sender.send(message())).toMatchObject({ outcome: 'failed' });
  });

  test('cannot be given headers by a subject, a name or a header', async () => {
    const { sender, arrived } = await kept(openWay());
    const evil = 'x\r\nBcc: eve@example.test\r\n\r\n<b>';
    await sender.send(message({ subject: evil, headers: { 'X-Title': evil } }));
    const [mail] = await arrived();
    expect(mail?.subject).toBe('x Bcc: eve@example.test <b>');
    expect(mail?.headers).not.toHaveProperty('bcc');
    expect(mail?.headers['x-title']).toBe('x Bcc: eve@example.test <b>');
    for (const header of ['Bcc', 'content-type', 'X-A\r\nBcc', 'X A'])
      expect(await sender.send(message({ headers: { [header]: 'a' } })), header).toMatchObject({
        outcome: 'failed',
      });
  });

  test.each([
    'a@b.test, eve@example.test',
    'a@b.test\r\nBcc: x@y.test',
    '<a@b.test>',
    'a',
    `${'a'.repeat(250)}@b.test`,
  ])('to %j is not sent', async (to) => {
    const { sender, arrived } = await kept(openWay());
    expect(await sender.send(message({ to }))).toEqual({ outcome: 'refused', problem: 'not an address' });
    expect(await arrived()).toEqual([]);
  });
});

describe('by SMTP', () => {
  test('twenty mails take one connection', async () => {
    const { sender, server } = await kept(openSmtpWay());
    for (let count = 0; count < 20; count += 1)
      expect(await sender.send(message())).toEqual({ outcome: 'sent' });
    expect([server.mails.length, server.connections()]).toEqual([20, 1]);
  });

  test('no line is over 998 characters, and a long subject is encoded', async () => {
    const { sender, server, arrived } = await kept(openSmtpWay());
    const subject = `Žluťoučký kůň ${'úpěl '.repeat(60)}🐎`.trim();
    const html = `<p>${'dlouhý řádek '.repeat(300)}</p>`;
    await sender.send(
      message({ subject, html, text: 'a'.repeat(5000), headers: { 'List-Unsubscribe': STOP } }),
    );
    const { raw } = server.mails[0]!;
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(raw).not.toMatch(/(^|[^\r])\n/);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(raw.split('\r\n')).toContain(`List-Unsubscribe: ${STOP}`);
    const [mail] = await arrived();
    expect(mail?.subject).toBe(subject);
    expect(mail?.text.trim()).toBe('a'.repeat(5000));
  });

  test('a header that would be longer than a line may be is refused', async () => {
    const { sender } = await kept(openSmtpWay());
    const headers = { 'X-Long': 'a'.repeat(998) };
    expect(await sender.send(message({ headers }))).toMatchObject({ outcome: 'failed' });
  });

  test.each([
    [550, '5.1.1 unknown', 'refused'],
    [550, 'no such user', 'refused'],
    [550, '5.2.1 mailbox disabled', 'refused'],
    [550, '5.7.1 relaying denied', 'failed'],
    [550, 'relaying denied', 'failed'],
    [530, '5.7.0 authentication required', 'failed'],
    [553, '5.1.8 your domain does not exist', 'failed'],
    [552, '5.2.2 mailbox full', 'failed'],
    [503, 'bad sequence', 'failed'],
    [450, '4.2.1 greylisted', 'failed'],
  ])('the reply %i %s to a recipient: %s', async (code, text, outcome) => {
    const { sender, server } = await kept(openSmtpWay());
    server.refusals.set('ann@example.test', { code, text });
    expect(await sender.send(message())).toMatchObject({ outcome, problem: expect.stringContaining(text) });
  });

  test('a refusal of the text says nothing of the address', async () => {
    const { sender, server } = await kept(openSmtpWay());
    server.afterText.set('ann@example.test', { code: 550, text: '5.1.1 looks like spam' });
    expect(await sender.send(message())).toMatchObject({ outcome: 'failed' });
  });

  test('a connection that ends before the reply fails the mail, which is not sent twice by itself', async () => {
    const { sender, server } = await kept(openSmtpWay());
    server.afterText.set('ann@example.test', 'hang up');
    expect(await sender.send(message())).toMatchObject({ outcome: 'failed' });
    expect(server.mails).toHaveLength(1);
    expect(await sender.send(message({ to: 'bob@example.test' }))).toEqual({ outcome: 'sent' });
  });

  test('a wrong password fails the mail', async () => {
    const { server } = await kept(openSmtpWay());
    const url = new URL(server.url);
    url.password = 'wrong';
    const sender = openSmtpSender({ url, from: FROM });
    const outcome = await sender.send(message());
    sender.close();
    expect(outcome.outcome).toBe('failed');
    expect(JSON.stringify(outcome)).not.toContain('wrong');
  });

  test('a certificate that nobody knows fails the mail', async () => {
    const { server } = await kept(openSmtpWay());
    const url = new URL(server.url);
    url.search = '';
    const sender = openSmtpSender({ url, from: FROM });
    expect(await sender.send(message())).toMatchObject({ outcome: 'failed' });
    sender.close();
    expect(server.mails).toEqual([]);
  });
});

describe('by HTTP', () => {
  test('the key and the id of the mail go along, as each style wants them', async () => {
    const [resend, postmark] = await Promise.all([
      kept(openHttpWay('resend')),
      kept(openHttpWay('postmark')),
    ]);
    const sent = message();
    await Promise.all([resend.sender.send(sent), postmark.sender.send(sent)]);
    expect(resend.service.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'idempotency-key': sent.id,
    });
    expect(postmark.service.requests[0]?.headers).toMatchObject({
      'x-postmark-server-token': 'secret',
      'idempotency-key': sent.id,
    });
  });

  test('a mail that was accepted before under its id counts as sent, whatever it says by now', async () => {
    const { sender, arrived } = await kept(openHttpWay('resend'));
    const first = message();
    await sender.send(first);
    expect(await sender.send({ ...first, text: 'more by now' })).toEqual({ outcome: 'sent' });
    expect(await arrived()).toHaveLength(1);
  });

  test('too many calls: a short wait and one more attempt', async () => {
    const { sender, service, waits } = await kept(openHttpWay('resend'));
    service.replies.set('ann@example.test', [
      { status: 429, headers: { 'retry-after': '2' } },
      { status: 200 },
    ]);
    expect(await sender.send(message())).toEqual({ outcome: 'sent' });
    expect(waits).toEqual([2000]);
    service.replies.set('ann@example.test', [{ status: 429, headers: { 'retry-after': '60' } }]);
    expect(await sender.send(message())).toMatchObject({ outcome: 'failed' });
    expect(waits).toEqual([2000]);
    service.replies.set('ann@example.test', [{ status: 429 }]);
    expect(await sender.send(message())).toMatchObject({ outcome: 'failed' });
    expect(service.requests).toHaveLength(5);
  });

  test.each([
    ['resend', 422, { name: 'validation_error', message: 'Invalid `from` field.' }],
    ['resend', 403, { name: 'validation_error', message: 'The domain is not verified.' }],
    ['resend', 401, { name: 'missing_api_key', message: '`to`' }],
    ['resend', 500, 'not JSON'],
    ['postmark', 422, { ErrorCode: 300, Message: "Invalid 'From' address" }],
    ['postmark', 401, { ErrorCode: 10, Message: 'Bad key' }],
    ['postmark', 422, { ErrorCode: 412, Message: 'Account pending' }],
  ] as const)('as %s, %i %j is no refusal of the address', async (style, status, body) => {
    const { sender, service } = await kept(openHttpWay(style));
    service.replies.set('ann@example.test', [{ status, body }]);
    expect(await sender.send(message())).toMatchObject({
      outcome: 'failed',
      problem: expect.stringContaining(`${status}`),
    });
  });

  test('an address that Postmark finds invalid is refused', async () => {
    const { sender, service } = await kept(openHttpWay('postmark'));
    const body = { ErrorCode: 300, Message: "Invalid 'To' address: 'x@y'." };
    service.replies.set('ann@example.test', [{ status: 422, body }]);
    expect(await sender.send(message())).toMatchObject({ outcome: 'refused' });
  });
});
