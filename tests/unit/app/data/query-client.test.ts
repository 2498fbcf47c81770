import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { createQueryClient, retryDelayMs, shouldRetry } from '../../../../src/app/data/query-client.ts';

test('results are kept for five minutes', () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(5 * 60 * 1000);
});

test('the delay doubles from one second up to thirty', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('retries three times', () => {
  const error = new ApiError({ code: 'unreachable', status: 0 });
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([true, true, true, false]);
  expect(shouldRetry(0, new Error('a bug'))).toBe(true);
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
])('status %i is retried: %s', (status, again) => {
  expect(shouldRetry(0, new ApiError({ code: 'internal', status }))).toBe(again);
});

describe('the query client of the app', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Seconds after the first request at which each was sent. */
  async function askAndFail(status: number): Promise<number[]> {
    const begun = Date.now();
    const askedAt: number[] = [];
    const asked = createQueryClient().fetchQuery({
      queryKey: [status],
      queryFn: () => {
        askedAt.push((Date.now() - begun) / 1000);
        throw new ApiError({ code: 'internal', status });
      },
    });
    const failed = expect(asked).rejects.toThrow();
    await vi.runAllTimersAsync();
    await failed;
    return askedAt;
  }

  test('retries transient errors, and reports a refusal at once', async () => {
    expect(await askAndFail(503)).toEqual([0, 1, 3, 7]);
    expect(await askAndFail(429)).toEqual([0, 1, 3, 7]);
    expect(await askAndFail(403)).toEqual([0]);
  });

  test('evicts data that was unused for five minutes', async () => {
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ['a'], queryFn: () => 1 });
    vi.advanceTimersByTime(299_000);
    expect(client.getQueryData(['a'])).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(client.getQueryData(['a'])).toBeUndefined();
  });
});
