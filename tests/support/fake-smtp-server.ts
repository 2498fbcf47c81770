/** An SMTP server in this process, with TLS from the first byte, that refuses as a test wants. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface FakeSmtp {
  /** With a name and password, and the certificate accepted. */
  readonly url: string;
  readonly mails: { readonly to: string; readonly raw: string }[];
  readonly connections: () => number;
  /** By recipient, the reply to `RCPT TO`. */
  readonly refusals: Map<string, { readonly code: number; readonly text: string }>;
  /** By recipient: the reply after the text, or the end of the connection once the text was taken. */
  readonly afterText: Map<string, { readonly code: number; readonly text: string } | 'hang up'>;
  close(): Promise<void>;
}

const refusal = ({ code, text }: { readonly code: number; readonly text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

export async function openFakeSmtp(): Promise<FakeSmtp> {
  const mails: FakeSmtp['mails'] = [];
  const refusals: FakeSmtp['refusals'] = new Map();
  const afterText: FakeSmtp['afterText'] = new Map();
  let connections = 0;
  const server = new SMTPServer({
    secure: true,
    // It would warn of the certificate that comes with it.
    logger: false,
    authMethods: ['PLAIN', 'LOGIN'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'spolu' && password === 'p@ss word'
        ? done(null, { user: username })
        : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) => {
      const found = refusals.get(address);
      done(found === undefined ? null : refusal(found));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const after = afterText.get(to);
        if (after === undefined || after === 'hang up')
          mails.push({ to, raw: Buffer.concat(chunks).toString('latin1') });
        if (after === undefined) return done();
        if (after !== 'hang up') return done(refusal(after));
        for (const connection of server.connections as Set<{ close: () => void }>) connection.close();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtps://spolu:p%40ss%20word@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    mails,
    connections: () => connections,
    refusals,
    afterText,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
