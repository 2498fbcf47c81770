/** Port for signing and verifying JSON Web Tokens. */
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
  /** `expiredSecondsAgo` is present only when `reason` is `expired`. */
  | { readonly ok: false; readonly reason: TokenFailure; readonly expiredSecondsAgo?: number };

export interface Tokens {
  /** Signs with the project's ES256 key. The caller sets `iat` and `exp`. */
  sign(claims: Claims): Promise<string>;
  /**
   * Verifies by `kid` among the signing keys first, else by the shared HS256 secret. Requires `role` and checks `exp`.
   */
  verify(token: string): Promise<Verified>;
  /** Signs with HS256 and the shared secret, as Supabase does for API keys and signed storage URLs. */
  signShared(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** Public halves only. */
  readonly jwks: { readonly keys: readonly JWK[] };
}
