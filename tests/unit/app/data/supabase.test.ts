import { expect, test } from 'vitest';
import { reconnectAfterMs } from '../../../../src/app/data/supabase.ts';

test('clients of a server that went away reconnect at different times, none after long', () => {
  const first = Array.from({ length: 200 }, () => reconnectAfterMs(1));
  expect(new Set(first.map((delayMs) => Math.round(delayMs / 10))).size).toBeGreaterThan(20);
  expect(Math.max(...first)).toBeLessThanOrEqual(1000);
  const later = Array.from({ length: 200 }, () => reconnectAfterMs(50));
  expect(Math.max(...later)).toBeLessThanOrEqual(10_000);
  expect(Math.max(...later)).toBeGreaterThan(5000);
});
