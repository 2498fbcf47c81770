import { afterEach, expect, test, vi } from 'vitest';
import { later } from '../../../../src/app/ui/load-later.tsx';

afterEach(() => {
  vi.useRealTimers();
});

test('a requested part loads when the network is back', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValue('part');
  const got = vi.fn();
  const part = later(load);
  void part.wait().then(got);
  await vi.advanceTimersByTimeAsync(2000);
  expect(got).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(got).toHaveBeenCalledWith('part');
  expect(await part.wait()).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});
