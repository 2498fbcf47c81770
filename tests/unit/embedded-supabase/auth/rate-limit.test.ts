import { describe, expect, it } from 'vitest';
import { createAuthLimits, createRateLimiter } from '../../../../src/embedded-supabase/auth/rate-limit.ts';
import { authConfigSchema } from '../../../../src/embedded-supabase/auth/auth-config.ts';

function setUp(perSecond: number, burst: number) {
  let nowMs = 0;
  const limiter = createRateLimiter({ perSecond, burst, clock: () => nowMs });
  const takeMany = (times: number, key = 'a') =>
    Array.from({ length: times }, () => limiter.take(key)).filter(Boolean).length;
  return { takeMany, advance: (ms: number) => (nowMs += ms) };
}

describe('a token bucket', () => {
  it('allows its burst, then the rate at which it fills', () => {
    const { takeMany, advance } = setUp(2, 5);
    expect(takeMany(10)).toBe(5);
    advance(499);
    expect(takeMany(1)).toBe(0);
    advance(1);
    expect(takeMany(2)).toBe(1);
    advance(60_000);
    expect(takeMany(10)).toBe(5);
  });

  it('is not emptied further by refused attempts', () => {
    const { takeMany, advance } = setUp(1, 1);
    expect(takeMany(1)).toBe(1);
    for (let step = 0; step < 9; step += 1) {
      advance(100);
      expect(takeMany(1)).toBe(0);
    }
    advance(100);
    expect(takeMany(1)).toBe(1);
  });

  it('exists per key, and is deleted when it is full', () => {
    const { takeMany, advance } = setUp(1, 1);
    for (let key = 0; key < 10_001; key += 1) expect(takeMany(1, `k${key}`)).toBe(1);
    expect(takeMany(1, 'k0')).toBe(0);
    advance(1_000);
    expect(takeMany(2, 'k0')).toBe(1);
  });
});

describe('the limits of the service', () => {
  it('have GoTrue’s burst by default, and grow with a limit set far beyond it', () => {
    const burst = (token_refresh?: number) => {
      const config = authConfigSchema.parse({ rate_limit: { token_refresh } });
      const { token } = createAuthLimits(config, () => 0);
      return Array.from({ length: 20_000 }, () => token.take('a')).filter(Boolean).length;
    };
    expect(burst()).toBe(30);
    expect(burst(100_000)).toBe(10_000);
  });
});
