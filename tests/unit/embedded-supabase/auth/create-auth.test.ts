import { describe, expect, it } from 'vitest';
import { authConfigSchema } from '../../../../src/embedded-supabase/auth/auth-config.ts';
import { createAuth } from '../../../../src/embedded-supabase/auth/create-auth.ts';
import { DEFAULT_TEMPLATES } from '../../../support/default-mail-templates.ts';
import type { Database } from '../../../../src/embedded-supabase/db/database.ts';
import type { Tokens } from '../../../../src/embedded-supabase/keys/tokens.ts';

const broken = new Error('the disk is gone');

const refuse = async (): Promise<never> => await Promise.reject(broken);
const database: Database = {
  url: '',
  query: refuse,
  transaction: refuse,
  asCaller: refuse,
  listen: refuse,
  close: refuse,
};
const tokens: Tokens = { sign: refuse, verify: refuse, signShared: refuse, jwks: { keys: [] } };

function createBroken(report?: (error: unknown) => void) {
  return createAuth({
    database,
    tokens,
    config: authConfigSchema.parse({}),
    mailer: { isMetered: false, send: refuse },
    mailTemplates: DEFAULT_TEMPLATES,
    afterAnswer: { begin: () => undefined, settled: () => Promise.resolve() },
    clock: () => 0,
    random: (length) => new Uint8Array(length),
    ...(report === undefined ? {} : { report }),
  });
}

const context = { token: null, ip: '127.0.0.1', origin: 'http://auth.test' };
const signIn = (headers: Record<string, string> = {}) =>
  new Request('http://auth.test/token?grant_type=password', {
    method: 'POST',
    headers,
    body: '{"email":"ann@example.test","password":"correct horse"}',
  });

describe('an unexpected failure', () => {
  it('is reported, and the answer does not reveal it', async () => {
    const reported: unknown[] = [];
    const auth = createBroken((error) => reported.push(error));
    const old = await auth(signIn(), context);
    expect(old.status).toBe(500);
    expect(await old.json()).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Unexpected failure, please check server logs for more information',
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const recent = await auth(signIn({ 'X-Supabase-Api-Version': '2024-01-01' }), context);
    expect(await recent.json()).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    });
    expect(reported).toEqual([broken, broken]);
  });

  it('is thrown when there is no report', async () => {
    await expect(createBroken()(signIn(), context)).rejects.toBe(broken);
  });
});
