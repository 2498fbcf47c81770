/** When a session comes to presence, and what it does when the server says that there is too much: steps of the core. */
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../src/yjs-supabase/core/events.ts';
import type { Settings } from '../../../src/yjs-supabase/core/settings.ts';
import {
  delayOf,
  kinds,
  openJoined,
  openRoom,
  OWN,
  peerAt,
  timers,
  type Core,
} from '../../support/open-core.ts';

describe('coming to presence (A6)', () => {
  const announced = (effects: readonly Effect[]): boolean => kinds(effects).includes('announce');

  /** On the lanes of a room that presence shows so many others of. */
  function enter(
    others: number,
    settings: Partial<Settings> = {},
  ): { core: Core; effects: readonly Effect[] } {
    const core = openJoined(0.5, settings);
    const sessions = Array.from({ length: others }, (_, at) => peerAt(at));
    return { core, effects: core.send({ kind: 'present', sessions }) };
  }

  test.each([0, 1, 9])('happens within two seconds where %i others are', (others) => {
    const { core, effects } = enter(others);
    expect(delayOf(effects, 'announce')).toBeLessThanOrEqual(2000);
    core.pass(delayOf(effects, 'announce') ?? 0);
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
  });

  test('shows the cursor only then: those who wait are many', () => {
    const { core, effects } = enter(9);
    expect(timers(effects)).not.toContain('cursor');
    core.pass(2000);
    expect(timers(core.send({ kind: 'timer', name: 'announce' }))).toContain('cursor');
  });

  test('waits a little where many are, and not on a generous plan', () => {
    const { core, effects } = enter(40);
    expect([announced(effects), timers(effects)]).toEqual([false, expect.arrayContaining(['announce'])]);
    core.pass(delayOf(effects, 'announce') ?? 0);
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
    expect(delayOf(enter(40, { eventsPerSecond: 10_000 }).effects, 'announce')).toBeLessThan(30);
  });

  test('waits until those who have just come are paid for', () => {
    const { core } = enter(40);
    const sessions = Array.from({ length: 42 }, (_, at) => peerAt(at));
    core.send({ kind: 'present', sessions });
    const effects = core.send({ kind: 'timer', name: 'announce' });
    expect(announced(effects)).toBe(false);
    expect(delayOf(effects, 'announce')).toBeGreaterThan(3000);
  });

  test('takes those who came right before for the first of a crowd', () => {
    const { core } = enter(0);
    const shown: string[] = [];
    for (let at = 0; at < 8; at += 1) {
      shown.push(peerAt(at));
      core.send({ kind: 'present', sessions: [...shown] });
    }
    // Eight were told to fifty, perhaps: 400 events, for which the plan takes 20 s.
    const delayMs = delayOf(core.send({ kind: 'timer', name: 'announce' }), 'announce');
    expect(delayMs).toBeGreaterThan(20_000);
  });

  test('is repeated when presence does not show it', () => {
    const { core } = enter(1);
    core.pass(2000);
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
    core.pass(9000);
    expect(timers(core.send({ kind: 'timer', name: 'tick' }))).not.toContain('announce');
    core.pass(1000);
    expect(timers(core.send({ kind: 'timer', name: 'tick' }))).toContain('announce');
    core.pass(2000);
    core.send({ kind: 'timer', name: 'announce' });
    core.send({ kind: 'present', sessions: [OWN, peerAt(0)] });
    core.pass(60_000);
    expect(timers(core.send({ kind: 'timer', name: 'tick' }))).not.toContain('announce');
  });

  test('is no slower for messages that were too many', () => {
    const core = openRoom(9);
    for (let times = 0; times < 5; times += 1) {
      const { round } = core.state.lanes;
      core.send({ kind: 'lane-closed', round, lane: 'upd', reason: 'Too many messages per second' });
      core.send({ kind: 'timer', name: 'rejoin' });
      core.join();
    }
    const effects = core.send({ kind: 'present', sessions: [peerAt(0), peerAt(1)] });
    expect(delayOf(effects, 'announce')).toBeLessThan(2000);
  });

  test('does not wait for a presence that is not told', () => {
    const core = openJoined();
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
  });

  test.each(['Too many presence messages per second', 'Client presence rate limit exceeded'])(
    'waits after "%s", while the lanes come back at once',
    (reason) => {
      const { core } = enter(1);
      const { round } = core.state.lanes;
      const closed = core.send({ kind: 'lane-closed', round, lane: 'ctl', reason });
      expect(delayOf(closed, 'rejoin')).toBeLessThanOrEqual(5000);
      core.send({ kind: 'timer', name: 'rejoin' });
      core.join();
      const effects = core.send({ kind: 'present', sessions: [peerAt(0)] });
      expect(announced(effects)).toBe(false);
      expect(delayOf(effects, 'announce')).toBeGreaterThan(30_000);
    },
  );
});

test.each(['Too many messages per second', 'ClientJoinRateLimitReached: Too many joins per second'])(
  'lanes closed by "%s" are joined after a pause that grows (S12b)',
  (reason) => {
    const core = openRoom(2);
    const pauses = [1, 2, 3].map(() => {
      const { round } = core.state.lanes;
      const closed = core.send({ kind: 'lane-closed', round, lane: 'ctl', reason });
      core.send({ kind: 'timer', name: 'rejoin' });
      return delayOf(closed, 'rejoin');
    });
    expect(pauses).toEqual([7500, 15_000, 30_000]);
  },
);
