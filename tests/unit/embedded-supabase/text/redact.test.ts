import { describe, expect, test } from 'vitest';
import { redact } from '../../../../src/embedded-supabase/text/redact.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl';

describe('content that a log must not contain', () => {
  test.each([
    ['Key (email)=(jana.novakova+x@example.co.uk) already exists.', 'jana'],
    ['GET /rest/v1/people?email=eq.jana%40example.com', 'jana'],
    [`authorization: Bearer ${JWT}`, 'eyJ'],
    [`{"access_token":"${JWT}","refresh_token":"v1abcdef"}`, 'v1abcdef'],
    ["refreshToken: 'v1abcdef', apikey: sb_secret_N7UND0UgjKTVK", 'N7UND'],
    ['/auth/v1/verify?type=recovery&token_hash=pkce_5f3c&redirect_to=/', 'pkce_5f3c'],
    ['/callback?code=5f3c-9a&next=/', '5f3c-9a'],
    ['postgresql://supabase_admin:h4nger@127.0.0.1:5432/postgres', 'h4nger'],
    ['smtps://robot:h4nger@mail.example.com', 'h4nger'],
    ['{ password: "correct horse battery" }', 'horse'],
    ['JWT_SECRET=super-secret', 'super-secret'],
  ])('%s', (text, secret) => {
    expect(redact(text)).not.toContain(secret);
  });
});

test('facts that help to find a fault are kept', () => {
  for (const text of [
    'Token has expired 12 seconds ago',
    "error: duplicate key value violates unique constraint, code: '23505'",
    'Spolu is running at http://127.0.0.1:3000',
    'doc:0b0f6a86-51a5-4f4e-8d0e-0a3f5a5dd0f1:1:upd: Too many messages per second',
    'at open (file:///srv/node_modules/@supabase/realtime-js/index.ts:12:3)',
    'Migrations are missing: 20261125140100, 20261125140200',
  ]) {
    expect(redact(text)).toBe(text);
  }
});
