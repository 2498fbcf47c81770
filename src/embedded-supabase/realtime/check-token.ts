/** Realtime's checks of a token: `role` and `exp` are required, and each failure has its own code and message. */
import type { Claims, Tokens } from '../keys/tokens.ts';

type TokenRefusalCode = 'InvalidJWTToken' | 'MalformedJWT' | 'JwtSignatureError';

export type CheckedToken =
  | { readonly ok: true; readonly claims: Claims; readonly expiresAtMs: number }
  | {
      readonly ok: false;
      readonly code: TokenRefusalCode;
      readonly message: string;
      readonly expired: boolean;
    };

const refuse = (code: TokenRefusalCode, message: string, expired = false): CheckedToken => ({
  ok: false,
  code,
  message,
  expired,
});

const MISSING_CLAIMS = 'Fields `role` and `exp` are required in JWT';

export async function checkToken(tokens: Tokens, token: string): Promise<CheckedToken> {
  const verified = await tokens.verify(token);
  if (!verified.ok) {
    switch (verified.reason) {
      case 'expired': {
        const secondsAgo = verified.expiredSecondsAgo ?? 0;
        return refuse('InvalidJWTToken', `Token has expired ${secondsAgo} seconds ago`, true);
      }
      case 'claims':
        return refuse('InvalidJWTToken', MISSING_CLAIMS);
      case 'signature':
        return refuse('JwtSignatureError', 'Failed to validate JWT signature');
      case 'malformed':
        return refuse('MalformedJWT', 'The token provided is not a valid JWT');
    }
  }
  const { claims } = verified;
  if (claims.exp === undefined) return refuse('InvalidJWTToken', MISSING_CLAIMS);
  return { ok: true, claims, expiresAtMs: claims.exp * 1_000 };
}
