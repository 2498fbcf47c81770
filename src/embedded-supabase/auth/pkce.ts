/** PKCE (RFC 7636): a link ends in a code that only the browser that requested the email can exchange for a session. */
import { encodeBase64Url } from '../text/bytes.ts';
import type { Transaction } from '../db/database.ts';
import { AuthError } from './errors.ts';
import type { AuthenticationMethod } from './sessions.ts';

const LIFETIME_MS = 5 * 60_000;
/** A link that is never followed leaves its flow behind. */
const FORGET_AFTER_MS = 24 * 3_600_000;
const CHALLENGE_PATTERN = /^[a-zA-Z._~0-9-]+$/;

export interface Challenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

/** Null means the implicit flow. Throws `validation_failed` for a malformed challenge or one that lacks a field. */
export function readChallenge(body: {
  readonly code_challenge: string;
  readonly code_challenge_method: string;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if (challenge === '' && given === '') return null;
  if (challenge === '' || given === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!CHALLENGE_PATTERN.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw invalid(`unsupported code_challenge method "${given}"`);
  return { challenge, method };
}

function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/** Stores the challenge until the user follows the link. */
export async function startFlow(
  db: Transaction,
  flow: {
    readonly userId: string;
    readonly authenticationMethod: AuthenticationMethod;
    readonly challenge: Challenge;
  },
  nowMs: number,
): Promise<void> {
  await db.query('delete from auth.flow_state where created_at < $1', [new Date(nowMs - FORGET_AFTER_MS)]);
  await db.query(
    `insert into auth.flow_state
       (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
        created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, $2, $3, 'email', $4, $4, $5)`,
    [
      flow.userId,
      flow.challenge.method,
      flow.challenge.challenge,
      new Date(nowMs),
      flow.authenticationMethod,
    ],
  );
}

/** Returns a code for the user's latest flow of this kind. The code is valid for five minutes. */
export async function issueAuthCode(
  db: Transaction,
  flow: { readonly userId: string; readonly authenticationMethod: AuthenticationMethod },
  nowMs: number,
): Promise<string> {
  const { rows } = await db.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
     where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2
       order by created_at desc limit 1
     ) returning auth_code`,
    [flow.userId, flow.authenticationMethod, new Date(nowMs)],
  );
  const code = rows[0]?.auth_code;
  if (code === undefined) {
    throw new AuthError(
      400,
      'flow_state_not_found',
      'No associated flow state found. No valid flow state found for user.',
    );
  }
  return code;
}

interface FlowRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
  readonly authentication_method: AuthenticationMethod;
  readonly created_at: Date;
  readonly auth_code_issued_at: Date | null;
}

/** Spends the code. Throws `flow_state_not_found` (404), `flow_state_expired` (422) or `bad_code_verifier` (400). */
export async function redeemAuthCode(
  db: Transaction,
  redemption: { readonly authCode: string; readonly codeVerifier: string },
  nowMs: number,
): Promise<{ userId: string; authenticationMethod: AuthenticationMethod }> {
  const { rows } = await db.query<FlowRow>('select * from auth.flow_state where auth_code = $1 for update', [
    redemption.authCode,
  ]);
  const flow = rows[0];
  if (flow === undefined || flow.user_id === null) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  const issuedMs = (flow.auth_code_issued_at ?? flow.created_at).getTime();
  if (nowMs > issuedMs + LIFETIME_MS) {
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
  const answer =
    flow.code_challenge_method === 's256'
      ? await hashVerifier(redemption.codeVerifier)
      : redemption.codeVerifier;
  if (answer !== flow.code_challenge) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
  await db.query('delete from auth.flow_state where id = $1', [flow.id]);
  return { userId: flow.user_id, authenticationMethod: flow.authentication_method };
}

async function hashVerifier(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return encodeBase64Url(new Uint8Array(digest));
}
