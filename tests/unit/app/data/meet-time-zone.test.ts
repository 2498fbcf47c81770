import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import { meetOnce } from '../../../../src/app/data/meet-time-zone.ts';

const meet = vi.fn<(zone: string) => Promise<void>>();
vi.mock('../../../../src/app/data/notifications.ts', () => ({ meetTimeZone: (zone: string) => meet(zone) }));

beforeEach(() => {
  localStorage.clear();
  meet.mockReset().mockResolvedValue(undefined);
});

test('the time zone of a browser is told once, and again when it changed', async () => {
  await meetOnce('jana', 'Europe/Prague');
  await meetOnce('jana', 'Europe/Prague');
  expect(meet.mock.calls).toEqual([['Europe/Prague']]);
  await meetOnce('jana', 'Asia/Tokyo');
  await meetOnce('petr', 'Asia/Tokyo');
  expect(meet).toHaveBeenCalledTimes(3);
});

test('what the server refused is told again by the next page', async () => {
  meet.mockRejectedValueOnce(new ApiError({ code: 'unreachable', status: 0 }));
  await meetOnce('jana', 'Europe/Prague');
  await meetOnce('jana', 'Europe/Prague');
  expect(meet).toHaveBeenCalledTimes(2);
});
