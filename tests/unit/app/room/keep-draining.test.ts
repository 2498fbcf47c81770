// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DrainReport } from '../../../../src/app/room/drain-outbox.ts';
import {
  drainNow,
  drainSoon,
  keepDraining,
  nextDrainMs,
  onDrained,
} from '../../../../src/app/room/keep-draining.ts';

const world = vi.hoisted(() => ({
  userId: null as string | null,
  listeners: new Set<() => void>(),
  isLocked: false,
  drain: vi.fn<() => Promise<unknown>>(),
  check: vi.fn<() => Promise<boolean>>(),
}));

vi.mock('../../../../src/app/data/document-log.ts', () => ({ createDocumentLog: () => ({}) }));
vi.mock('../../../../src/app/data/session.ts', () => ({
  getSessionState: () =>
    world.userId === null
      ? { kind: 'signed-out', last: null }
      : { kind: 'signed-in', session: { user: { id: world.userId } } },
  subscribeSession: (listener: () => void) => {
    world.listeners.add(listener);
    return () => world.listeners.delete(listener);
  },
}));
vi.mock('../../../../src/app/room/this-device.ts', () => ({
  deviceOf: () => ({
    copy: {},
    locks: {
      whileDraining: (run: () => Promise<unknown>) => (world.isLocked ? Promise.resolve(null) : run()),
    },
  }),
}));
vi.mock('../../../../src/app/room/drain-outbox.ts', () => ({ drainOutbox: () => world.drain() }));
vi.mock('../../../../src/app/room/check-acked.ts', () => ({ checkAcked: () => world.check() }));

const DONE: DrainReport = { sent: [], refused: 0, open: 0, later: null };
let stop: () => void;
const signIn = (userId: string | null): void => {
  world.userId = userId;
  for (const listener of world.listeners) listener();
};
const pass = (durationMs: number): Promise<unknown> => vi.advanceTimersByTimeAsync(durationMs);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  world.isLocked = false;
  world.drain.mockReset().mockResolvedValue(DONE);
  world.check.mockReset().mockResolvedValue(false);
  world.userId = null;
  stop = keepDraining();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('starts when a user is signed in, and repeats periodically', async () => {
  await pass(60_000);
  expect(world.drain).not.toHaveBeenCalled();
  signIn('ann');
  await pass(0);
  expect(world.drain).toHaveBeenCalledTimes(1);
  signIn('ann');
  await pass(29_000);
  expect(world.drain).toHaveBeenCalledTimes(1);
  await pass(1000);
  expect(world.drain).toHaveBeenCalledTimes(2);
  signIn(null);
  await pass(120_000);
  expect(world.drain).toHaveBeenCalledTimes(2);
});

test('without a network the delay grows; once it is back there is none', async () => {
  world.drain.mockResolvedValue({ ...DONE, later: { kind: 'unreachable' } });
  signIn('ann');
  await pass(0);
  await pass(2000);
  await pass(4000);
  expect(world.drain).toHaveBeenCalledTimes(3);
  await pass(7000);
  expect(world.drain).toHaveBeenCalledTimes(3);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(world.drain).toHaveBeenCalledTimes(4);
  expect(world.check).not.toHaveBeenCalled();
});

test('a request during a drain runs after it', async () => {
  let finish: (report: DrainReport) => void = () => undefined;
  world.drain.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  signIn('ann');
  await pass(0);
  drainSoon();
  await pass(1000);
  expect(world.drain).toHaveBeenCalledTimes(1);
  finish(DONE);
  await pass(0);
  expect(world.drain).toHaveBeenCalledTimes(2);
});

test('while another tab drains this one does not, except for an explicit retry', async () => {
  world.isLocked = true;
  signIn('ann');
  await pass(0);
  expect(world.drain).not.toHaveBeenCalled();
  expect(await drainNow(() => true)).toEqual(DONE);
  world.isLocked = false;
  await pass(2000);
  expect(world.drain).toHaveBeenCalledTimes(2);
});

test('a page with the document open is notified that its log has grown', async () => {
  world.drain.mockResolvedValue({ ...DONE, sent: ['d'] });
  const heard: string[] = [];
  const stopHearing = onDrained((documentId) => heard.push(documentId));
  signIn('ann');
  await pass(0);
  expect(heard).toEqual(['d']);
  stopHearing();
});

test('updates that a log lost when it was set back are sent at once', async () => {
  world.check.mockResolvedValueOnce(true);
  signIn('ann');
  await pass(1);
  expect(world.drain).toHaveBeenCalledTimes(2);
});

describe('the delay', () => {
  test("respects the server's, and is bounded", () => {
    const limited = { kind: 'refused', code: 'rate_limited', retryAfterMs: 90_000 } as const;
    expect(nextDrainMs({ ...DONE, later: limited }, 0, 0)).toBe(90_000);
    expect(nextDrainMs({ ...DONE, later: { kind: 'unreachable' } }, 1000, 1)).toBe(60_000);
    expect(nextDrainMs({ ...DONE, later: { kind: 'unreachable' } }, 0, 0)).toBe(1000);
    expect(nextDrainMs({ ...DONE, open: 1 }, 1000, 1)).toBe(30_000);
    expect(nextDrainMs(null, 0, 1)).toBe(2000);
  });
});
