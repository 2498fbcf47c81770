/** Token buckets: a burst is allowed, then requests at the rate at which the bucket fills. */
import type { Context, MiddlewareHandler } from 'hono';
import type { AuthConfig } from './auth-config.ts';
import type { AuthEnv } from './auth-deps.ts';
import { AuthError } from './errors.ts';

export interface RateLimiter {
  /** Takes one from the key's bucket; false when it is empty. */
  take(key: string): boolean;
}

const MAX_KEYS = 10_000;

export function createRateLimiter(options: {
  readonly perSecond: number;
  readonly burst: number;
  readonly clock: () => number;
}): RateLimiter {
  const { perSecond, burst, clock } = options;
  if (perSecond === Infinity) return { take: () => true };
  const buckets = new Map<string, { left: number; atMs: number }>();

  function fill(bucket: { left: number; atMs: number }, nowMs: number): number {
    return Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1_000) * perSecond);
  }

  /** A full bucket holds no information, so it can be deleted. */
  function forgetFullBuckets(nowMs: number): void {
    for (const [key, bucket] of buckets) if (fill(bucket, nowMs) >= burst) buckets.delete(key);
  }

  return {
    take: (key) => {
      const nowMs = clock();
      if (buckets.size > MAX_KEYS) forgetFullBuckets(nowMs);
      const bucket = buckets.get(key);
      const left = bucket === undefined ? burst : fill(bucket, nowMs);
      // A refused attempt leaves the bucket unchanged, so that rounding errors cannot add up.
      if (left < 1) return false;
      buckets.set(key, { left: left - 1, atMs: nowMs });
      return true;
    },
  };
}

type LimitName = keyof AuthConfig['rate_limit'];

/** The defaults of the Supabase CLI. */
const DEFAULTS: Readonly<Record<LimitName, number>> = {
  email_sent: 2,
  anonymous_users: 30,
  token_refresh: 150,
  sign_in_sign_ups: 30,
  token_verifications: 30,
};
/** As with `supabase start`: no IP address is limited. */
export const UNLIMITED: AuthConfig['rate_limit'] = {
  anonymous_users: Infinity,
  token_refresh: Infinity,
  sign_in_sign_ups: Infinity,
  token_verifications: Infinity,
};

export interface Pause {
  /** 0 when the key may proceed, else the milliseconds that it has to wait. */
  take(key: string): number;
}

/** Allows each key one action per `pauseMs`. */
export function createPause(pauseMs: number, clock: () => number): Pause {
  const takenAtMs = new Map<string, number>();
  const leftOf = (atMs: number, nowMs: number): number => Math.max(0, atMs + pauseMs - nowMs);

  return {
    take: (key) => {
      const nowMs = clock();
      if (takenAtMs.size > MAX_KEYS)
        for (const [one, atMs] of takenAtMs) if (leftOf(atMs, nowMs) === 0) takenAtMs.delete(one);
      const leftMs = leftOf(takenAtMs.get(key) ?? -Infinity, nowMs);
      if (leftMs === 0) takenAtMs.set(key, nowMs);
      return leftMs;
    },
  };
}

const FIVE_MINUTES_S = 300;
const HOUR_S = 3_600;
/** Per IP address, for second factors (GoTrue, MFA.RateLimitChallengeAndVerify). */
const FACTORS_PER_MINUTE = 15;
const BURST = 30;

export interface AuthLimits {
  readonly signUp: RateLimiter;
  readonly anonymous: RateLimiter;
  readonly recover: RateLimiter;
  readonly resend: RateLimiter;
  readonly magicLink: RateLimiter;
  readonly otp: RateLimiter;
  readonly user: RateLimiter;
  readonly token: RateLimiter;
  readonly verify: RateLimiter;
  /** Challenges and codes of second factors. */
  readonly factor: RateLimiter;
  /** One bucket for the whole project. */
  readonly mail: RateLimiter;
  /** Emails of one kind to one address, whichever client requests them. */
  readonly mailTo: Pause;
}

/**
 * Limits per IP address of the peer, in the memory of this process (GoTrue, internal/api/options.go). The burst of 30
 * is GoTrue's. A limit raised far above its default raises the burst too; otherwise a test suite could not raise it at
 * all.
 */
export function createAuthLimits(config: AuthConfig, clock: () => number): AuthLimits {
  const limitOf = (name: LimitName) => config.rate_limit[name] ?? DEFAULTS[name];
  const perFiveMinutes = (name: LimitName) => {
    const limit = limitOf(name);
    return createRateLimiter({
      perSecond: limit / FIVE_MINUTES_S,
      burst: Math.max(BURST, limit / 10),
      clock,
    });
  };
  const perHour = (name: LimitName) => {
    const limit = limitOf(name);
    return createRateLimiter({ perSecond: limit / HOUR_S, burst: Math.max(1, limit), clock });
  };
  return {
    signUp: perFiveMinutes('sign_in_sign_ups'),
    anonymous: perHour('anonymous_users'),
    recover: perFiveMinutes('sign_in_sign_ups'),
    resend: perFiveMinutes('sign_in_sign_ups'),
    magicLink: perFiveMinutes('sign_in_sign_ups'),
    otp: perFiveMinutes('sign_in_sign_ups'),
    user: perFiveMinutes('sign_in_sign_ups'),
    token: perFiveMinutes('token_refresh'),
    verify: perFiveMinutes('token_verifications'),
    factor: createRateLimiter({ perSecond: FACTORS_PER_MINUTE / 60, burst: BURST, clock }),
    mail: perHour('email_sent'),
    mailTo: createPause(config.email.max_frequency, clock),
  };
}

/** Throws `over_request_rate_limit` (429) when the caller has sent too many requests. */
export function assertWithinLimit(c: Context<AuthEnv>, limiter: RateLimiter): void {
  if (limiter.take(c.env.ip)) return;
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
}

export function limitBy(limiter: RateLimiter): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    assertWithinLimit(c, limiter);
    await next();
  };
}
