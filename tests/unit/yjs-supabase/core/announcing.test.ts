/** A session's announcement, and its reaction to “too many messages” from the server: steps of the core. */
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../../src/yjs-supabase/src/core/events.ts';
import type { Settings } from '../../../../src/yjs-supabase/src/core/settings.ts';
import {
  delayOf,
  hearPeer,
  kinds,
  openJoined,
  openRoom,
  openSession,
  OWN,
  PEER,
  peerAt,
  timers,
  write,
  type Core,
} from '../../../support/open-core.ts';

describe('an announcement', () => {
  const announced = (effects: readonly Effect[]): boolean => kinds(effects).includes('announce');

  /** Joins the lanes of a room with this many other sessions in presence. */
  function enter(
    others: number,
    settings: Partial<Settings> = {},
  ): { core: Core; effects: readonly Effect[] } {
    const core = openJoined(0.5, settings);
    const sessions = Array.from({ length: others }, (_, at) => peerAt(at));
    return { core, effects: core.send({ kind: 'present', sessions }) };
  }

  test.each([0, 1, 9])('is made within two seconds in a room of %i others (A6)', (others) => {
    const { core, effects } = enter(others);
    expect(delayOf(effects, 'announce')).toBeLessThanOrEqual(2000);
    core.pass(delayOf(effects, 'announce') ?? 0);
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
  });

  test('comes before the first resting cursor (A6d)', () => {
    const { core, effects } = enter(9);
    expect(timers(effects)).not.toContain('cursor');
    core.pass(2000);
    expect(timers(core.send({ kind: 'timer', name: 'announce' }))).toContain('cursor');
  });

  test('is delayed in a large room, but not on a generous plan (A6)', () => {
    const { core, effects } = enter(40);
    expect([announced(effects), timers(effects)]).toEqual([false, expect.arrayContaining(['announce'])]);
    core.pass(delayOf(effects, 'announce') ?? 0);
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
    expect(delayOf(enter(40, { eventsPerSecond: 10_000 }).effects, 'announce')).toBeLessThan(30);
  });

  test('waits until earlier announcements are paid for (A6b)', () => {
    const { core } = enter(40);
    const sessions = Array.from({ length: 42 }, (_, at) => peerAt(at));
    core.send({ kind: 'present', sessions });
    const effects = core.send({ kind: 'timer', name: 'announce' });
    expect(announced(effects)).toBe(false);
    expect(delayOf(effects, 'announce')).toBeGreaterThan(3000);
  });

  test('counts four times the receivers, up to 50, while a crowd arrives (A6c)', () => {
    const { core } = enter(0);
    const shown: string[] = [];
    for (let at = 0; at < 8; at += 1) {
      shown.push(peerAt(at));
      core.send({ kind: 'present', sessions: [...shown] });
    }
    // Eight announcements to perhaps fifty receivers: 400 events, for which the plan needs 20 s.
    const delayMs = delayOf(core.send({ kind: 'timer', name: 'announce' }), 'announce');
    expect(delayMs).toBeGreaterThan(20_000);
  });

  test('is not needed to send and receive text (A6a)', () => {
    const core = openJoined();
    openSession(core);
    core.send({ kind: 'present', sessions: [PEER] });
    hearPeer(core, 'update');
    expect(core.state.peers[PEER]).toBeDefined();
    expect(kinds(write(core))).toContain('send');
    expect(core.state.presence.isAnnounced).toBe(false);
  });

  test('is repeated when presence does not show it (A6e)', () => {
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

  test('is not delayed by too many messages', () => {
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

  test('does not wait for a presence event', () => {
    const core = openJoined();
    expect(announced(core.send({ kind: 'timer', name: 'announce' }))).toBe(true);
  });

  test.each(['Too many presence messages per second', 'Client presence rate limit exceeded'])(
    'is delayed after "%s", while the lanes are rejoined at once (S12h)',
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
  'lanes closed by "%s" are rejoined after a growing pause (S12b)',
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

test('the first pause over a limit is short, however long the network was down before (S12b)', () => {
  const core = openRoom(2);
  const close = (reason: string) => {
    const { round } = core.state.lanes;
    const effects = core.send({ kind: 'lane-closed', round, lane: 'ctl', reason });
    core.send({ kind: 'timer', name: 'rejoin' });
    return delayOf(effects, 'rejoin');
  };
  for (let attempt = 0; attempt < 20; attempt += 1) close('the socket closed');
  expect(close('ClientJoinRateLimitReached: Too many joins per second')).toBe(7500);
});
