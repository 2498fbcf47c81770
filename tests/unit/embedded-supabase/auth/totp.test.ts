import { expect, test } from 'vitest';
import { makeTotpSecret, totpAt, totpStepOf, totpUri } from '../../../../src/embedded-supabase/auth/totp.ts';

/** The secret of RFC 6238, appendix B, in base32. Its codes have eight digits, of which apps show the last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', async (second, code) => {
  expect(await totpAt(SECRET, second * 1000)).toBe(code);
});

test('the previous and the next code are accepted, others are not', async () => {
  const at = 1_111_111_109_000;
  const code = await totpAt(SECRET, at);
  const step = 37_037_036;
  for (const [shift, found] of [
    [-60_000, null],
    [-30_000, step],
    [0, step],
    [30_000, step],
    [60_000, null],
  ] as const) {
    expect([shift, await totpStepOf(SECRET, code, at + shift)]).toEqual([shift, found]);
  }
  expect(await totpStepOf(SECRET, '', at)).toBeNull();
});

test('a secret is 160 random bits, and the URI has what apps need', () => {
  expect(makeTotpSecret((length) => new Uint8Array(length).fill(255))).toBe('7'.repeat(32));
  const uri = new URL(totpUri('Spolu', 'ann+x@example.com', SECRET));
  expect([uri.protocol, uri.host, uri.pathname]).toEqual([
    'otpauth:',
    'totp',
    '/Spolu:ann%2Bx%40example.com',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Spolu',
    period: '30',
    secret: SECRET,
  });
});
