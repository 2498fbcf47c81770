/** JSON Web Tokens of the embedded Supabase: who signs, who is believed. */
import type { JWK } from 'jose';

export interface Claims {
  readonly role: string;
  readonly sub?: string;
  readonly exp?: number;
  readonly iat?: number;
  readonly session_id?: string;
  readonly [claim: string]: unknown;
}

export type TokenFailure = 'malformed' | 'signature' | 'expired' | 'claims';

export type Verified =
  | { readonly ok: true; readonly claims: Claims }
  /** `expiredSecondsAgo` is there only when `reason` is `expired`. */
  | { readonly ok: false; readonly reason: TokenFailure; readonly expiredSecondsAgo?: number };

export interface Tokens {
  /** Signs with the project's ES256 key; `iat` and `exp` are the caller's business. */
  sign(claims: Claims): Promise<string>;
  /** By `kid` among the signing keys first, else by the shared HS256 secret. `role` is demanded, `exp` checked. */
  verify(token: string): Promise<Verified>;
  /** HS256 with the shared secret, for what Supabase signs so (API keys, signed storage URLs). */
  signShared(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** Public halves only. */
  readonly jwks: { readonly keys: readonly JWK[] };
}
