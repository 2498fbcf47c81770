/** The contract of the ways in which mails leave, against a real SMTP server and a service of a provider's shape. */
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openSmtpSender } from '../../../../../supabase/functions/_shared/server/mails/smtp-sender.ts';
import { FROM, message, openHttpWay, openSmtpWay, STOP, type Way } from '../../../../support/mail-ways.ts';

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

  test('a server that hangs up is left alone', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const sender = openSmtpSender({ url, from: FROM });
    expect(await sender.send(message())).toMatchObject({ outcome: 'failed' });
    expect(connections).toBe(1);
    sender.close();
    await new Promise((done) => server.close(done));
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
