import type { Session } from '@supabase/auth-js';
import { readTokenClaim } from './token-claims.ts';

/** Life of a token, in monotonic time. */
export interface TokenLife {
  readonly endsAtMs: number;
  /** Offset of the server's clock from monotonic time. */
  readonly serverAheadMs: number;
}

/**
 * The session's expiry is in device time (token-fetch.ts), its token's in server time. With a wrong clock the token still
 * never lasts longer than its full lifetime.
 */
export function readTokenLife(session: Session, wallMs: number, steadyMs: number): TokenLife {
  const { expires_in, expires_at, access_token } = session;
  const [iat, exp] = [readTokenClaim(access_token, 'iat'), readTokenClaim(access_token, 'exp')];
  const isDated = typeof iat === 'number' && typeof exp === 'number';
  const wholeMs = 1000 * (isDated ? exp - iat : expires_in);
  const leftMs = Math.min(wholeMs, expires_at === undefined ? Infinity : 1000 * expires_at - wallMs);
  const endsAtMs = steadyMs + leftMs;
  const serverEndMs = isDated ? 1000 * exp : wallMs + leftMs;
  return { endsAtMs, serverAheadMs: serverEndMs - endsAtMs };
}
