import { expect, test } from 'vitest';
import { listPollMs } from '../../../../src/app/data/list-polling.ts';
import { LIST_PACE, paced } from '../../../../src/app/data/pace.ts';
import { createTestClock } from '../../../support/test-clock.ts';

const alone = { here: [] };
const shared = { here: ['Jana'] };

test('a list that is not told of changes is read every 20 s', () => {
  expect(listPollMs(undefined, false)).toBe(20_000);
  expect(listPollMs([shared], false)).toBe(20_000);
});

test('a list that is told is read every minute while it shows faces, else every five', () => {
  expect(listPollMs([alone, shared], true)).toBe(60_000);
  expect(listPollMs([alone], true)).toBe(300_000);
});

test('a long list is read only on focus', () => {
  const long = Array.from({ length: 501 }, () => shared);
  expect(listPollMs(long, false)).toBe(false);
  expect(listPollMs(long, true)).toBe(false);
});

async function runsOf(durationMs: number, callEveryMs: number): Promise<number[]> {
  const clock = createTestClock();
  const startMs = clock.nowMs();
  const ran: number[] = [];
  const ask = paced(LIST_PACE, clock, () => ran.push(clock.nowMs() - startMs));
  for (let atMs = 0; atMs <= durationMs; atMs += callEveryMs) {
    ask();
    await clock.advance(callEveryMs);
  }
  return ran;
}

test('the first call runs at once, a burst once more when the gap has passed', async () => {
  expect(await runsOf(2000, 100)).toEqual([0]);
  expect(await runsOf(3000, 100)).toEqual([0, 3000]);
});

test('calls that never end run no more often than polling', async () => {
  const ran = await runsOf(600_000, 500);
  expect(ran.slice(0, 5)).toEqual([0, 3000, 6000, 20_000, 40_000]);
  expect(ran.length).toBeLessThanOrEqual(600 / 20 + 3);
});

test('after a pause a call runs at once again', async () => {
  expect(await runsOf(600_000, 60_000)).toEqual(Array.from({ length: 11 }, (_, call) => call * 60_000));
});
