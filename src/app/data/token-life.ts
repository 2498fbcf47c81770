import type { Session } from '@supabase/supabase-js';
import { readTokenClaim } from './token-claims.ts';

/** In steady time, which never jumps. */
export interface TokenLife {
  readonly endsAtMs: number;
  /** How far the server's clock is ahead of steady time. */
  readonly serverAheadMs: number;
}

/**
 * A session's end is in the device's time (token-fetch.ts), its token's in the server's. A wrong clock cannot make the
 * token last longer than its whole life.
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
