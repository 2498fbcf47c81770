import type { Session } from '@supabase/supabase-js';
import { readTokenClaim } from './token-claims.ts';

/** In a time that nobody puts right. */
export interface TokenLife {
  readonly endsAtMs: number;
  /** So far the server's clock is ahead of that time. */
  readonly serverAheadMs: number;
}

/**
 * The end of a session is written in this device's time (token-fetch.ts), the end in its token in the server's. A clock
 * that is wrong or was put back meanwhile cannot give it more than its whole life.
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
