/** Signs and verifies a project's tokens: ES256 for users, HS256 for keys and older tools. */
import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose';
import { type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Claims, Tokens, Verified } from './tokens.ts';

export interface TokensOptions {
  /** The private half of the project's ES256 key, with `kid` (see `generateSigningKey`). */
  readonly signingKey: JWK;
  /** The HS256 secret, at least 32 characters. */
  readonly sharedSecret: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Only tokens with a valid signature are cached, so that forged ones cannot evict them. */
const MAX_REMEMBERED = 1000;

export async function openTokens(options: TokensOptions): Promise<Tokens> {
  const { signingKey, now = Date.now } = options;
  const kid = signingKey.kid ?? (await calculateJwkThumbprint(signingKey));
  const shared = new TextEncoder().encode(options.sharedSecret);
  const privateKey = await importJWK(signingKey, 'ES256');
  const { d: _secret, ...publicJwk } = signingKey;
  const publicKey = await importJWK(publicJwk, 'ES256');
  const verifyWith = { currentDate: () => new Date(now()) };

  const check = (token: string) => {
    const header = decodeProtectedHeader(token);
    const options = { currentDate: verifyWith.currentDate() };
    return header.kid === kid
      ? jwtVerify(token, publicKey, { ...options, algorithms: ['ES256'] })
      : jwtVerify(token, shared, { ...options, algorithms: ['HS256'] });
  };

  /** Cache of verified tokens. A signature stays valid; only the times are checked again. */
  const remembered = new Map<string, JWTPayload & Claims>();

  return {
    jwks: { keys: [{ ...publicJwk, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }] },
    sign: (claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(privateKey),
    signShared: (claims) => signWithSecret(claims, options.sharedSecret),
    verify: async (token) => {
      const known = remembered.get(token);
      if (known && isCurrent(known, now())) return { ok: true, claims: known };
      try {
        const { payload } = await check(token);
        if (!isClaims(payload)) return { ok: false, reason: 'claims' };
        if (remembered.size >= MAX_REMEMBERED) remembered.clear();
        remembered.set(token, Object.freeze(payload));
        return { ok: true, claims: payload };
      } catch (error) {
        return failureOf(error, now());
      }
    },
  };
}

/** HS256 over `secret`, as Supabase signs its API keys. */
export function signWithSecret(claims: Readonly<Record<string, unknown>>, secret: string): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** A new ES256 key pair, with the thumbprint of RFC 7638 as its `kid`. */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: 'ES256', kid: await calculateJwkThumbprint(jwk) };
}

/** Compares whole seconds, as jose does. */
function isCurrent({ exp = Infinity, nbf = 0 }: JWTPayload, nowMs: number): boolean {
  const nowS = Math.floor(nowMs / 1000);
  return nbf <= nowS && nowS < exp;
}

function isClaims(payload: JWTPayload): payload is JWTPayload & Claims {
  return typeof payload['role'] === 'string' && payload['role'] !== '';
}

function failureOf(error: unknown, nowMs: number): Verified {
  if (error instanceof errors.JWTExpired) {
    const exp = typeof error.payload.exp === 'number' ? error.payload.exp : 0;
    return { ok: false, reason: 'expired', expiredSecondsAgo: Math.max(0, Math.floor(nowMs / 1000 - exp)) };
  }
  if (error instanceof errors.JWTClaimValidationFailed) return { ok: false, reason: 'claims' };
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed) {
    return { ok: false, reason: 'signature' };
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return { ok: false, reason: 'malformed' };
  throw error;
}
