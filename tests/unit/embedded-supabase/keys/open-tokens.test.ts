import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  generateSigningKey,
  openTokens,
  signWithSecret,
} from '../../../../src/embedded-supabase/keys/open-tokens.ts';
import {
  areKeysPublic,
  generateKeySource,
  LOCAL_JWT_SECRET,
  readProjectKeys,
} from '../../../../src/embedded-supabase/keys/project-keys.ts';
import type { Tokens } from '../../../../src/embedded-supabase/keys/tokens.ts';

const NOW_MS = 1_800_000_000_000;
const later = NOW_MS / 1000 + 60;
let tokens: Tokens;
let nowMs = NOW_MS;

beforeAll(async () => {
  const signingKey = await generateSigningKey();
  tokens = await openTokens({ signingKey, sharedSecret: LOCAL_JWT_SECRET, now: () => nowMs });
});

afterEach(() => {
  nowMs = NOW_MS;
});

describe('tokens', () => {
  it('accepts its own tokens, and names the key in the header', async () => {
    const token = await tokens.sign({ role: 'authenticated', sub: 'ann', exp: later });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: tokens.jwks.keys[0]?.kid });
    expect(await tokens.verify(token)).toMatchObject({ ok: true, claims: { sub: 'ann' } });
  });

  it('publishes public halves only', () => {
    expect(tokens.jwks.keys).toHaveLength(1);
    expect(tokens.jwks.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(tokens.jwks.keys[0]).not.toHaveProperty('d');
  });

  it('accepts the shared secret', async () => {
    const token = await tokens.signShared({ role: 'anon', exp: later });
    expect(await tokens.verify(token)).toMatchObject({ ok: true, claims: { role: 'anon' } });
  });

  it('reports how long ago a token expired', async () => {
    const token = await tokens.sign({ role: 'authenticated', exp: NOW_MS / 1000 - 5 });
    expect(await tokens.verify(token)).toEqual({ ok: false, reason: 'expired', expiredSecondsAgo: 5 });
  });

  it('checks the times of a token on each call, even if it is cached', async () => {
    const token = await tokens.sign({ role: 'authenticated', nbf: NOW_MS / 1000, exp: later });
    expect(await tokens.verify(token)).toMatchObject({ ok: true });
    nowMs = later * 1000 - 1;
    expect(await tokens.verify(token)).toMatchObject({ ok: true });
    nowMs = later * 1000;
    expect(await tokens.verify(token)).toMatchObject({ ok: false, reason: 'expired' });
    nowMs = NOW_MS - 1000;
    expect(await tokens.verify(token)).toEqual({ ok: false, reason: 'claims' });
  });

  it('freezes the claims of a cached token', async () => {
    const token = await tokens.sign({ role: 'anon', exp: later });
    for (let round = 0; round < 2; round += 1) {
      const verified = await tokens.verify(token);
      if (!verified.ok) throw new Error(verified.reason);
      expect(() => Object.assign(verified.claims, { role: 'service_role' })).toThrow(TypeError);
    }
  });

  it('rejects other secrets, no signature, a foreign kid, and the public key used as a secret', async () => {
    const claims = { role: 'service_role', exp: later };
    const kid = tokens.jwks.keys[0]?.kid;
    const publicKey = new TextEncoder().encode(JSON.stringify(tokens.jwks.keys[0]));
    const forged = {
      secret: await signWithSecret(claims, 'another-secret-that-is-long-enough-for-hs256'),
      none: new UnsecuredJWT(claims).encode(),
      confusion: await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: kid ?? '' })
        .sign(publicKey),
    };
    for (const [name, token] of Object.entries(forged)) {
      expect(await tokens.verify(token), name).toMatchObject({ ok: false });
    }
    const good = await tokens.sign(claims);
    const [head, , signature] = good.split('.');
    const body = Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url');
    expect(await tokens.verify(`${head}.${body}.${signature}`)).toEqual({ ok: false, reason: 'signature' });
  });

  it('requires a role', async () => {
    expect(await tokens.verify(await tokens.signShared({ exp: later }))).toEqual({
      ok: false,
      reason: 'claims',
    });
  });

  it.each(['', 'x', 'a.b.c', '../..', 'e30.e30.e30', '\0'])(
    'reports %j as malformed or unsigned, without a throw',
    async (text) => {
      expect(await tokens.verify(text)).toMatchObject({ ok: false });
    },
  );
});

describe('project keys', () => {
  it('are those of supabase start unless set', async () => {
    const keys = await readProjectKeys({});
    expect(decodeJwt(keys.anonKey)).toEqual({ iss: 'supabase-demo', role: 'anon', exp: 1_983_812_996 });
    expect(keys.anonKey).toBe(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0',
    );
    expect(areKeysPublic(keys)).toBe(true);
  });

  it('that were set are not public, and sign the legacy keys', async () => {
    const keys = await readProjectKeys(generateKeySource());
    expect(areKeysPublic(keys)).toBe(false);
    expect(await tokens.verify(keys.anonKey)).toMatchObject({ ok: false, reason: 'signature' });
  });

  it('are still public when only one of the two secrets was set', async () => {
    expect(areKeysPublic(await readProjectKeys({ jwtSecret: 'x'.repeat(40) }))).toBe(true);
    expect(areKeysPublic(await readProjectKeys({ secretKey: 'sb_secret_own' }))).toBe(true);
  });
});
