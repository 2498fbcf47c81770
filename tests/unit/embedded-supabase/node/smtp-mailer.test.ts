import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mail, RefusedRecipientError } from '../../../../src/embedded-supabase/mail/mailer.ts';
import { createSmtpMailer } from '../../../../src/embedded-supabase/node/smtp-mailer.ts';

const mail: Mail = {
  to: 'ann@example.test',
  subject: 'Potvrďte adresu',
  html: '<p>HTML part</p>',
  text: 'Text part',
  kind: 'signup',
  locale: 'cs',
  action_link: null,
  otp: '123456',
  token_hash: 'abc',
};

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** The part of an SMTP server that a client needs; `refuse` rejects the recipient. */
async function startSmtpServer(options: { refuse?: string } = {}) {
  const lines: string[] = [];
  const serve = (socket: Socket) => {
    let isData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk: Buffer) => {
      const received = (rest + chunk.toString()).split('\r\n');
      rest = received.pop() ?? '';
      for (const line of received) {
        lines.push(line);
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 taken\r\n');
        } else if (line.startsWith('DATA')) {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && options.refuse !== undefined)
          socket.write(`${options.refuse}\r\n`);
        else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  };
  const server = createServer(serve);
  undo.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, lines };
}

describe('the SMTP mailer', () => {
  it('sends an email as text and as HTML', async () => {
    const { url, lines } = await startSmtpServer();
    const mailer = createSmtpMailer({ url, from: 'Spolu <no-reply@example.test>' });
    await mailer.send(mail);
    const taken = lines.join('\n');
    expect(taken).toContain('MAIL FROM:<no-reply@example.test>');
    expect(taken).toContain('RCPT TO:<ann@example.test>');
    expect(taken).toContain('Text part');
    expect(taken).toContain('<p>HTML part</p>');
    expect(mailer.isMetered).toBe(true);
  });

  it('fails when the server rejects the email', async () => {
    const { url } = await startSmtpServer({ refuse: '550 nobody here' });
    await expect(createSmtpMailer({ url, from: 'a@example.test' }).send(mail)).rejects.toThrow('nobody here');
  });

  it('sends headers as they are, and the Message-ID once', async () => {
    const { url, lines } = await startSmtpServer();
    const stop = `<https://example.test/functions/v1/unsubscribe?t=${'x'.repeat(67)}>`;
    const headers = { 'Message-ID': '<1@example.test>', 'List-Unsubscribe': stop, 'X-Title': 'Plán' };
    await createSmtpMailer({ url, from: 'a@example.test' }).send({ ...mail, headers });
    expect(lines).toContain(`List-Unsubscribe: ${stop}`);
    expect(lines.filter((line) => /^message-id:/i.test(line))).toEqual(['Message-ID: <1@example.test>']);
    expect(lines.find((line) => line.startsWith('X-Title'))).toMatch(/=\?UTF-8\?/);
  });

  it.each([
    ['550 nobody here', true],
    ['550 5.1.1 nobody here', true],
    ['550 5.7.1 no relaying', false],
    ['550 relaying denied', false],
    ['552 5.2.2 full', false],
    ['450 4.2.1 later', false],
  ])('after %s, it is said to be the fault of the address: %s', async (refuse, isTheirs) => {
    const { url } = await startSmtpServer({ refuse });
    const error: unknown = await createSmtpMailer({ url, from: 'a@example.test' })
      .send(mail)
      .catch((caught) => caught);
    expect(error instanceof RefusedRecipientError).toBe(isTheirs);
    expect(error).toBeInstanceOf(Error);
  });
});
