import { expect, test } from 'vitest';
import { createTimers, type Clock } from '../../../../src/yjs-supabase/src/ports/clock.ts';

/** A clock whose timers fire when the test moves time, and which counts the timers started. */
function openClock() {
  let nowMs = 0;
  let started = 0;
  let waiting: { readonly atMs: number; readonly run: () => void }[] = [];
  const clock: Clock = {
    nowMs: () => nowMs,
    startTimer: (delayMs, run) => {
      started += 1;
      const timer = { atMs: nowMs + delayMs, run };
      waiting.push(timer);
      return () => (waiting = waiting.filter((other) => other !== timer));
    },
  };
  function moveTo(untilMs: number): void {
    const next = waiting.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
    nowMs = next ? Math.max(nowMs, next.atMs) : untilMs;
    if (!next) return;
    waiting = waiting.filter((timer) => timer !== next);
    next.run();
    moveTo(untilMs);
  }
  /** Timers fire only at the end: the host slept. */
  function sleepTo(untilMs: number): void {
    nowMs = untilMs;
    moveTo(untilMs);
  }
  return { clock, moveTo, sleepTo, started: () => started };
}

function open() {
  const { clock, ...host } = openClock();
  const fired: string[] = [];
  const timers = createTimers<'append' | 'pull'>(clock, (name) => fired.push(`${name} ${clock.nowMs()}`));
  return { ...timers, ...host, fired };
}

test('a restarted timer counts from its restart', () => {
  const { start, moveTo, fired } = open();
  start('append', 400);
  moveTo(100);
  start('append', 400);
  moveTo(250);
  start('append', 400);
  moveTo(649);
  expect(fired).toEqual([]);
  moveTo(2000);
  expect(fired).toEqual(['append 650']);
});

test('a timer that is postponed repeatedly starts one host timer per delay', () => {
  const { start, moveTo, started, fired } = open();
  for (let atMs = 0; atMs < 4000; atMs += 40) {
    moveTo(atMs);
    start('append', 400);
  }
  expect(started()).toBeLessThan(20);
  moveTo(9000);
  expect(fired).toEqual(['append 4360']);
});

test('a postponed timer that is already due when the host timer fires runs at once', () => {
  const { start, sleepTo, started, fired } = open();
  start('append', 400);
  sleepTo(100);
  start('append', 400);
  sleepTo(60_000);
  expect([started(), fired]).toEqual([1, ['append 60000']]);
});

test('a timer restarted with a shorter delay fires earlier, and only once', () => {
  const { start, moveTo, fired } = open();
  start('append', 400);
  start('append', 10);
  moveTo(1000);
  expect(fired).toEqual(['append 10']);
});

test('a stopped timer does not fire, even if it had been postponed', () => {
  const { start, stop, moveTo, fired } = open();
  start('append', 400);
  start('pull', 100);
  moveTo(50);
  start('append', 400);
  stop('append');
  moveTo(1000);
  expect(fired).toEqual(['pull 100']);
  start('append', 5);
  moveTo(2000);
  expect(fired).toEqual(['pull 100', 'append 1005']);
});
