/** Mails about documents that leave by an SMTP server: that of the functions, or that of the embedded services. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { expect, test } from 'vitest';
import { openClient, PASSWORD, signIn, signUp } from '../support/document-client.ts';
import { openFakeSmtp } from '../support/fake-smtp-server.ts';
import { newDocument } from '../support/new-document.ts';
import { makeTestDataDir } from '../support/open-test-database.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';

const newAddress = (): string => `${randomUUID()}@example.com`;

test('functions with an SMTP server of their own send by it, from Deno', async () => {
  const smtp = await openFakeSmtp();
  const folder = await makeTestDataDir();
  const variables = `SMTP_URL='${smtp.url}'\nMAIL_FROM='Spolu <mail@spolu.test>'\nAPP_URL=https://spolu.test\n`;
  appendFileSync(join(folder, 'functions.env'), variables);
  const env = { FUNCTIONS_ALLOW_NET: new URL(smtp.url).host };
  const other = await startTestSupabase({ dataDir: folder, env });
  try {
    const owner = await signUp(other, 'Olga');
    const documentId = await newDocument(owner.client);
    const addresses = Array.from({ length: 20 }, newAddress);
    smtp.refusals.set(addresses[0]!, { code: 550, text: '5.1.1 no such user' });
    const service = openClient({ url: other.url, publishableKey: other.secretKey });
    for (const p_email of addresses)
      expect(
        (await owner.client.rpc('add_member', { p_document: documentId, p_email, p_role: 'viewer' })).error,
      ).toBeNull();
    const reply = await fetch(`${other.url}/functions/v1/send-mails`, {
      method: 'POST',
      headers: { apikey: other.secretKey },
    });
    expect(await reply.json()).toEqual({ isSetUp: true, sent: 19, refused: 1, failed: 0 });
    expect(smtp.mails.map(({ to }) => to).sort()).toEqual(addresses.slice(1).sort());
    // The refusal ends a connection.
    expect(smtp.connections()).toBeLessThanOrEqual(2);
    const { messageId, from } = await simpleParser(smtp.mails[0]!.raw);
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@spolu\.test>$/);
    expect(from?.text).toBe('"Spolu" <mail@spolu.test>');
    expect((await service.rpc('mails_are_due')).data).toBe(false);
  } finally {
    await other.close();
    await smtp.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('with a mail server, mails of functions leave as those of the auth service do', async () => {
  const smtp = await openFakeSmtp();
  const other = await startTestSupabase({
    env: { SMTP_URL: smtp.url, SMTP_FROM: 'Spolu <mail@spolu.test>' },
  });
  try {
    const service = openClient({ url: other.url, publishableKey: other.secretKey });
    const email = newAddress();
    await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const owner = await signIn(other, email);
    const documentId = await newDocument(owner.client);
    const [known, unknown] = [newAddress(), newAddress()];
    smtp.refusals.set(unknown, { code: 550, text: '5.1.1 no such user' });
    for (const p_email of [known, unknown])
      await owner.client.rpc('add_member', { p_document: documentId, p_email, p_role: 'viewer' });
    await other.sendMails();
    expect(smtp.mails.map(({ to }) => to)).toEqual([known]);
    const mail = await simpleParser(smtp.mails[0]!.raw);
    expect(mail.from?.text).toBe('"Spolu" <mail@spolu.test>');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@spolu\.test>$/);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    const { rows } = await other.database.query('select address, reason from private.mail_blocks');
    expect(rows).toEqual([{ address: unknown, reason: 'bounced' }]);
  } finally {
    await other.close();
    await smtp.close();
  }
});
