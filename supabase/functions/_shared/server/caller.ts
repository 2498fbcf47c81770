/** Identifies the caller by its access token. Verified here, not by the platform: an API key must not count as a user. */
import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Env } from './env.ts';
import { Refusal } from './refusal.ts';

export interface Caller {
  readonly userId: string;
  /** The sign-in session. The database refuses calls of one that has ended. */
  readonly authSessionId: string;
}

/** The first arguments of every database function that acts for a user. */
export const actor = (caller: Caller) => ({ p_actor: caller.userId, p_auth_session: caller.authSessionId });

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), role: z.literal('authenticated') });

export function createCallerReader(env: Env): (request: Request) => Promise<Caller> {
  const keys = createRemoteJWKSet(new URL(`${env.supabaseUrl}/auth/v1/.well-known/jwks.json`));
  return async (request) => {
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token === undefined) throw new Refusal('unauthenticated', 'no bearer token');
    const claims = claimsSchema.safeParse(await verify(token, keys, env));
    if (!claims.success) throw new Refusal('unauthenticated', 'not the token of a person');
    return { userId: claims.data.sub, authSessionId: claims.data.session_id };
  };
}

async function verify(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  env: Env,
): Promise<JWTPayload> {
  try {
    if (readAlgorithm(token) !== 'HS256') return await verifyWith(keys, ['ES256', 'RS256'], token);
    if (env.jwtSecret === null) return await verifyRemotely(token, env);
    return await verifyWith(new TextEncoder().encode(env.jwtSecret), ['HS256'], token);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (BAD_TOKEN.some((kind) => error instanceof kind)) throw new Refusal('unauthenticated', String(error));
    // The keys could not be fetched, so the token may be valid.
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw new Refusal('unavailable', String(error));
    throw error;
  }
}

/** Each key allows only its kind of algorithm: a public key must not be accepted as an HS256 secret. */
async function verifyWith(
  key: Uint8Array | ReturnType<typeof createRemoteJWKSet>,
  algorithms: string[],
  token: string,
): Promise<JWTPayload> {
  const rules = { algorithms, audience: 'authenticated', requiredClaims: ['exp'] };
  // Two calls, because no overload of `jwtVerify` accepts the union.
  const { payload } =
    key instanceof Uint8Array ? await jwtVerify(token, key, rules) : await jwtVerify(token, key, rules);
  return payload;
}

function readAlgorithm(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('unauthenticated', error.message);
    throw error;
  }
}

const BAD_TOKEN = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JWKSNoMatchingKey,
];

/** A project with a shared secret publishes no key. Without `JWT_SECRET`, only the auth server can verify its tokens. */
async function verifyRemotely(token: string, env: Env): Promise<JWTPayload> {
  const reply = await fetch(`${env.supabaseUrl}/auth/v1/user`, {
    headers: { authorization: `Bearer ${token}`, apikey: env.serviceKey },
  });
  await reply.body?.cancel();
  if (reply.status === 401 || reply.status === 403) throw new Refusal('unauthenticated', 'token refused');
  if (!reply.ok) throw new Refusal('unavailable', `auth answered ${reply.status}`);
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as JWTPayload;
}
