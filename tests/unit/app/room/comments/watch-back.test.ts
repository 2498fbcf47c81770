import { expect, test } from 'vitest';
import type { PlaceState } from '#contract/comments/thread.ts';
import { watchBack } from '../../../../../src/app/room/comments/watch-back.ts';
import { createTestClock } from '../../../../support/test-clock.ts';

function openWatch() {
  const clock = createTestClock();
  const states = new Map<string, PlaceState>();
  const resolved = new Set<string>();
  const told: number[] = [];
  let restore = (): void => undefined;
  let move = (): void => undefined;
  const stop = watchBack({
    onRestore: (listener) => {
      restore = listener;
      return () => (restore = () => undefined);
    },
    onMoved: (listener) => {
      move = listener;
      return () => (move = () => undefined);
    },
    threads: () => [...states.keys()].map((id) => ({ id, is_resolved: resolved.has(id) })),
    stateOf: ({ id }) => states.get(id)!,
    clock,
    tell: (count) => void told.push(count),
  });
  const become = (changed: Readonly<Record<string, PlaceState>>): void => {
    for (const [id, state] of Object.entries(changed)) states.set(id, state);
    move();
  };
  return { clock, resolved, told, become, restore: () => restore(), stop };
}

test('a restore tells once how many open threads it brought back', async () => {
  const { clock, told, become, restore } = openWatch();
  become({ a: 'none', b: 'near', c: 'none', d: 'exact', e: 'none' });
  restore();
  become({ a: 'exact', b: 'exact' });
  await clock.advance(600);
  become({ c: 'healed' });
  await clock.advance(60_000);
  become({ e: 'exact' });
  await clock.advance(60_000);
  expect(told).toEqual([3]);
});

test('no message without a restore, or when no comment came back', async () => {
  const { clock, told, become, restore } = openWatch();
  become({ a: 'none', b: 'exact' });
  become({ a: 'exact' });
  await clock.advance(60_000);
  become({ a: 'none' });
  restore();
  become({ a: 'near', b: 'none' });
  await clock.advance(60_000);
  expect(told).toEqual([]);
});

test('a resolved thread does not count', async () => {
  const { clock, told, become, restore, resolved } = openWatch();
  become({ a: 'none', b: 'none', c: 'none' });
  resolved.add('a');
  restore();
  become({ a: 'exact', b: 'exact', c: 'exact' });
  resolved.add('b');
  await clock.advance(60_000);
  expect(told).toEqual([1]);
});

test('a second restore soon after the first counts what is back in the end', async () => {
  const { clock, told, become, restore } = openWatch();
  become({ a: 'none', b: 'none' });
  restore();
  become({ a: 'exact' });
  restore();
  become({ a: 'none', b: 'exact' });
  await clock.advance(60_000);
  expect(told).toEqual([1]);
});

test('a page that is left tells nothing', async () => {
  const { clock, told, become, restore, stop } = openWatch();
  become({ a: 'none' });
  restore();
  become({ a: 'exact' });
  stop();
  await clock.advance(60_000);
  expect(told).toEqual([]);
});
