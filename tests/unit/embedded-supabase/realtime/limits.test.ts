import { describe, expect, test } from 'vitest';
import { createCallWindow, createRateWindow } from '../../../../src/embedded-supabase/realtime/limits.ts';

describe('a rate', () => {
  test('includes an event once its five seconds are over', () => {
    const rate = createRateWindow(0);
    rate.add(500, 1_000);
    expect(rate.perSecond(4_999)).toBe(0);
    expect(rate.perSecond(5_000)).toBe(100);
  });

  test('is the average over the existing buckets, of at most a minute', () => {
    const rate = createRateWindow(0);
    rate.add(500, 0);
    rate.add(100, 5_000);
    expect(rate.perSecond(10_000)).toBe(60);
    expect(rate.perSecond(15_000)).toBe(40);
    expect(rate.perSecond(60_000)).toBe(10);
    expect(rate.perSecond(64_999)).toBe(10);
    expect(rate.perSecond(65_000)).toBeCloseTo(100 / 60);
    expect(rate.perSecond(70_000)).toBe(0);
  });

  test('drops to zero after a long silence, and counts again', () => {
    const rate = createRateWindow(0);
    rate.add(1_000_000, 0);
    expect(rate.perSecond(1e12)).toBe(0);
    rate.add(50, 1e12);
    expect(rate.perSecond(1e12 + 5_000)).toBeCloseTo(50 / 60);
  });
});

test('a call window begins with its first call', () => {
  const calls = createCallWindow(2, 30_000);
  expect([calls.take(1_000), calls.take(2_000), calls.take(30_999)]).toEqual([true, true, false]);
  expect([calls.take(31_000), calls.take(31_000), calls.take(31_000)]).toEqual([true, true, false]);
});
