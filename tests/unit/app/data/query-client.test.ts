import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { createQueryClient, retryDelayMs, shouldRetry } from '../../../../src/app/data/query-client.ts';

test('results are kept five minutes', () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(5 * 60 * 1000);
});

test('the delay doubles from one second up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('three retries', () => {
  const error = new ApiError({ code: 'unreachable', status: 0 });
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([true, true, true, false]);
  expect(shouldRetry(0, new Error('a fault of ours'))).toBe(true);
});

test.each([
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [408, true],
  [422, false],
  [429, true],
  [500, true],
  [503, true],
])('status %i is tried again: %s', (status, again) => {
  expect(shouldRetry(0, new ApiError({ code: 'internal', status }))).toBe(again);
});
