/** Which tokens are accepted, and which forged ones are rejected. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCallerReader } from '../../../../supabase/functions/_shared/server/caller.ts';

const SECRET = 'a secret of the project, at least 32 characters long';
const SUB = '11111111-1111-4111-8111-111111111111';
const SESSION = '22222222-2222-4222-8222-222222222222';
const CALLER = { userId: SUB, authSessionId: SESSION };
const REFUSED = 'unauthenticated';
const CLAIMS = { sub: SUB, session_id: SESSION, role: 'authenticated', aud: 'authenticated' };

let auth: Server;
let url: string;
let keys: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
/** Requests that the auth service received, and its reply about tokens. */
let asked: string[];
let verdict: number;

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  auth = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isKeys = request.url?.endsWith('jwks.json') === true;
    response.writeHead(isKeys ? 200 : verdict).end(isKeys ? JSON.stringify({ keys: [jwk] }) : '{}');
  });
  await new Promise<void>((resolve) => {
    auth.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`;
});
afterAll(() => auth.close());
beforeEach(() => {
  asked = [];
  verdict = 200;
});

interface Token {
  readonly alg?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly life?: string | null;
}

async function sign(
  key: CryptoKey | Uint8Array,
  { alg = 'HS256', claims = {}, header = {}, life = '1h' }: Token = {},
) {
  const token = new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ alg, ...header });
  return await (life === null ? token : token.setExpirationTime(life)).sign(key);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The caller of a token, or the code of the refusal. */
async function read(token: string, jwtSecret: string | null = SECRET): Promise<unknown> {
  const reader = createCallerReader({
    supabaseUrl: url,
    serviceKey: 'sb_secret_x',
    secretKeys: [],
    jwtSecret,
    historyKey: null,
    formerHistoryKeys: null,
    timeStampUrl: null,
  });
  const request = new Request('http://function.test', { headers: { authorization: `Bearer ${token}` } });
  return await reader(request).catch(({ code }: { code: unknown }) => code);
}

test('a token signed with a published key is accepted without a request', async () => {
  expect(await read(await sign(keys.privateKey, { alg: 'ES256', header: { kid: 'one' } }))).toEqual(CALLER);
  expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
});

test('a token signed with the shared secret is accepted without a request, if functions have the secret', async () => {
  expect(await read(await sign(bytes(SECRET)))).toEqual(CALLER);
  expect(await read(await sign(bytes('another secret that is just as long as that')))).toBe(REFUSED);
  expect(asked).toEqual([]);
});

test.each([
  [200, CALLER],
  [401, REFUSED],
  [403, REFUSED],
  [500, 'unavailable'],
])('if functions lack the secret, the auth service is asked: %i', async (status, outcome) => {
  verdict = status;
  expect(await read(await sign(bytes(SECRET)), null)).toEqual(outcome);
  expect(asked).toEqual(['/auth/v1/user']);
});

test('a published key is not accepted as a signing secret', async () => {
  const jwk = await exportJWK(keys.publicKey);
  const spki = await exportSPKI(keys.publicKey);
  for (const known of [spki, spki.trim(), JSON.stringify(jwk), jwk.x ?? '', ' '])
    expect(await read(await sign(bytes(known), { header: { kid: 'one' } }))).toBe(REFUSED);
});

test('a token cannot bring its key or skip the signature', async () => {
  const own = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(own.publicKey);
  const carried = { jwk, kid: 'one', jku: `${url}/mine.json`, x5u: `${url}/mine.pem` };
  expect(await read(await sign(own.privateKey, { alg: 'ES256', header: carried }))).toBe(REFUSED);
  expect(await read(await sign(own.privateKey, { alg: 'ES256', header: { kid: 'mine' } }))).toBe(REFUSED);
  expect(await read(new UnsecuredJWT({ ...CLAIMS }).setExpirationTime('1h').encode())).toBe(REFUSED);
  for (const alg of ['HS384', 'HS512'])
    expect(await read(await sign(bytes(SECRET.padEnd(64, '.')), { alg }), SECRET.padEnd(64, '.'))).toBe(
      REFUSED,
    );
  const [, ...rest] = (await sign(bytes(SECRET))).split('.');
  const renamed = btoa(JSON.stringify({ alg: 'ES256', kid: 'one' })).replaceAll('=', '');
  expect(await read([renamed, ...rest].join('.'))).toBe(REFUSED);
  expect(asked.filter((path) => !path.endsWith('jwks.json'))).toEqual([]);
});

test.each<readonly [string, Token]>([
  ['that has expired', { life: '-1s' }],
  ['that never expires', { life: null }],
  ['for another audience', { claims: { aud: 'anon' } }],
  ['of a key of the project', { claims: { role: 'service_role' } }],
  ['without a user', { claims: { sub: undefined } }],
  ['without a session', { claims: { session_id: undefined } }],
])('a token %s is rejected', async (_what, token) => {
  expect(await read(await sign(bytes(SECRET), token))).toBe(REFUSED);
  expect(await read(await sign(keys.privateKey, { ...token, alg: 'ES256', header: { kid: 'one' } }))).toBe(
    REFUSED,
  );
});

test.each(['', 'x', 'a.b', 'a.b.c', `${btoa('{"alg":"HS256"}')}.e30.`])(
  'an invalid token is rejected: %o',
  async (text) => {
    expect(await read(text)).toBe(REFUSED);
  },
);
