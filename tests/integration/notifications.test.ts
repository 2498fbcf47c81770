/** Random weeks of people, and the mails that they get. `npm run test:notifications` plays more. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openQueue, type Queue } from '../notifications/open-queue.ts';
import { playNotifications } from '../notifications/play-notifications.ts';

const RUNS = 200;

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let queue: Queue;
beforeAll(async () => {
  queue = await openQueue();
});
afterAll(() => queue?.close());

test(`in ${RUNS} random weeks people are told what they must be, once, and nothing else`, async () => {
  for (let seed = 1; seed <= RUNS; seed += 1)
    expect({ seed, faults: await playNotifications(seed, queue) }).toEqual({ seed, faults: [] });
});
