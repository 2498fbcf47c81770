/** The pace of text and cursors to peers: single steps of the core. */
import { describe, expect, test } from 'vitest';
import { openTagKey } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import { proveTo } from '../../../../src/yjs-supabase/src/protocol/proof.ts';
import { encodeWireFrame } from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import type { Effect } from '../../../../src/yjs-supabase/src/core/events.ts';
import { secretOf } from '../../../support/make-tag.ts';
import {
  delayOf,
  kinds,
  openRoom,
  OWN,
  peerAt,
  timers,
  write,
  type Core,
} from '../../../support/open-core.ts';

let counter = 0;

function noteFrame(core: Core, at: number, kind: 'update' | 'awareness' = 'update'): void {
  counter += 1;
  const sessionId = peerAt(at);
  const said = { kind, counter, bytes: new Uint8Array([0, 0]) };
  const proofs = proveTo(openTagKey(secretOf(sessionId)), [OWN], said);
  const about = { ...said, sessionId, head: 0, proofs };
  const bytes = encodeWireFrame(
    kind === 'update' ? { ...about, kind, tag: new Uint8Array(16) } : { ...about, kind },
  );
  for (const effect of core.send({ kind: 'lane-bytes', lane: kind === 'update' ? 'upd' : 'aw', bytes }))
    if (effect.kind === 'then') core.send(effect.event);
}

const sends = (effects: readonly Effect[]): boolean => kinds(effects).includes('send');

/** The wait of a second change after a first one. */
function windowOf(core: Core): number {
  expect(sends(write(core))).toBe(true);
  return delayOf(write(core), 'send') ?? 0;
}

const move = (core: Core): readonly Effect[] => core.send({ kind: 'cursor-moved' });

function cursorWindowOf(core: Core): number {
  expect(kinds(move(core))).toContain('send-cursor');
  return delayOf(move(core), 'cursor') ?? 0;
}

describe('the window of text', () => {
  test('is proportional to recent senders times receivers, not to the square of all sessions (S4d)', () => {
    const alone = windowOf(openRoom(10));
    const busy = openRoom(10);
    for (let at = 0; at < 4; at += 1) noteFrame(busy, at);
    busy.pass(2000);
    expect(alone).toBeLessThan(200);
    expect(windowOf(busy) / alone).toBeCloseTo(5, 1);
    // Fifty sessions with one author: five times the receivers of ten.
    expect(windowOf(openRoom(50))).toBeLessThan(1000);
  });

  test('shrinks gradually after senders fall silent (S4e)', () => {
    const waits = [1000, 4000, 5000, 7000].map((silentMs) => {
      const core = openRoom(10);
      for (let at = 0; at < 4; at += 1) noteFrame(core, at);
      core.pass(silentMs);
      return windowOf(core);
    });
    expect(waits).toEqual(waits.toSorted((a, b) => b - a));
    expect(new Set(waits).size).toBe(4);
    expect(waits.at(-1)).toBe(windowOf(openRoom(10)));
  });

  test('does not delay the first change after a silence, however many peers send (S4)', () => {
    const core = openRoom(10);
    for (let at = 0; at < 9; at += 1) noteFrame(core, at);
    expect(sends(write(core))).toBe(true);
  });

  test('grows when peers begin to send while it runs (S4g)', () => {
    const core = openRoom(10);
    const waitMs = windowOf(core);
    core.pass(waitMs - 10);
    for (let at = 0; at < 3; at += 1) noteFrame(core, at);
    core.pass(10);
    const early = core.send({ kind: 'timer', name: 'send' });
    expect([sends(early), timers(early)]).toEqual([false, ['send']]);
    core.pass(delayOf(early, 'send') ?? 0);
    expect(sends(core.send({ kind: 'timer', name: 'send' }))).toBe(true);
  });

  test('differs from sender to sender (S4f)', () => {
    const [early = 0, middle = 0, late = 0] = [0, 0.5, 0.999].map((chance) =>
      windowOf(openRoom(10, {}, chance)),
    );
    expect(early).toBeLessThan(0.85 * middle);
    expect(late).toBeGreaterThan(1.15 * middle);
  });

  test('has its minimum length when the allowance is generous', () => {
    const core = openRoom(50, { eventsPerSecond: 100_000 });
    for (let at = 0; at < 9; at += 1) noteFrame(core, at);
    expect(windowOf(core)).toBe(core.state.settings.minWindowMs);
  });

  test('doubles when the server reports too many messages, and halves after five minutes (S12g)', () => {
    const core = openRoom(4);
    const before = windowOf(core);
    const { round } = core.state.lanes;
    core.send({ kind: 'lane-closed', round, lane: 'upd', reason: 'Too many messages per second' });
    core.send({ kind: 'timer', name: 'rejoin' });
    core.join();
    core.send({ kind: 'present', sessions: [OWN, peerAt(0), peerAt(1), peerAt(2)] });
    core.pass(10_000);
    expect(windowOf(core)).toBeCloseTo(2 * before, 5);
    core.pass(300_000);
    core.send({ kind: 'timer', name: 'tick' });
    expect(windowOf(core)).toBeCloseTo(before, 5);
  });
});

describe('the allowance of a room (S27)', () => {
  /** The events of continuous typing, each change sent as soon as possible, in this time. */
  function spend(core: Core, people: number, seconds: number): number {
    let events = 0;
    for (let passedMs = 0; passedMs < seconds * 1000; passedMs += 20) {
      const effects = [...write(core), ...core.send({ kind: 'timer', name: 'send' })];
      events += people * kinds(effects).filter((kind) => kind === 'send').length;
      core.pass(20);
    }
    return events;
  }

  test.each([2, 4, 10, 50])('keeps one author among %i sessions within the room’s share (S27a)', (people) => {
    const share = Math.min(0.7, Math.max(0.25, 0.07 * people));
    expect(spend(openRoom(people), people, 60)).toBeLessThanOrEqual(60 * 100 * share);
  });

  test('is not used up by three rooms of four (S27a)', () => {
    expect(3 * spend(openRoom(4), 4, 60)).toBeLessThan(0.8 * 60 * 100);
  });

  test('includes messages of the server and of peers: text waits until they are paid for (S27b, S27c)', () => {
    const core = openRoom(50);
    // The window is over, but 4 × 51 events exceed 1.5 s of 70 events a second.
    for (let head = 1; head <= 4; head += 1)
      core.send({ kind: 'lane-message', lane: 'ctl', event: 'head', payload: { head } });
    const waiting = write(core);
    expect(sends(waiting)).toBe(false);
    expect(delayOf(waiting, 'send')).toBeGreaterThan(1000);
    core.pass(delayOf(waiting, 'send') ?? 0);
    expect(sends(core.send({ kind: 'timer', name: 'send' }))).toBe(true);
  });
});

test('messages for the host are counted like any other (S27b)', () => {
  const sendsAfter = (messages: number): boolean => {
    const core = openRoom(50);
    for (let at = 0; at < messages; at += 1) core.tell();
    return sends(write(core));
  };
  expect([0, 4].map(sendsAfter)).toEqual([true, false]);
});

describe('used-up allowance', () => {
  /** Messages of the server that cost more than the room may be ahead. */
  function useUp(core: Core): void {
    for (let head = 1; head <= 4; head += 1)
      core.send({ kind: 'lane-message', lane: 'ctl', event: 'head', payload: { head } });
  }

  test('is still counted after the lanes were left (S27e)', () => {
    const sendsAfterRejoin = (isUsedUp: boolean): boolean => {
      const core = openRoom(50);
      if (isUsedUp) useUp(core);
      core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'upd', reason: 'gone' });
      core.send({ kind: 'timer', name: 'rejoin' });
      core.join();
      core.send({ kind: 'present', sessions: [OWN, ...Array.from({ length: 49 }, (_, at) => peerAt(at))] });
      return sends(write(core));
    };
    expect([false, true].map(sendsAfterRejoin)).toEqual([true, false]);
  });

  test('at a session’s turn makes it draw again among twice as many (S28a)', () => {
    const core = openRoom(50);
    useUp(core);
    let delayMs = delayOf(write(core), 'send') ?? 0;
    const delays = [delayMs];
    for (let turn = 0; turn < 3; turn += 1) {
      core.pass(delayMs);
      useUp(core);
      const effects = core.send({ kind: 'timer', name: 'send' });
      expect(sends(effects)).toBe(false);
      expect(core.state.traffic.text.missed).toBe(turn + 1);
      delayMs = delayOf(effects, 'send') ?? 0;
      delays.push(delayMs);
    }
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(new Set(delays).size).toBe(4);
  });
});

test('sessions that wait for the allowance do not all send at once: each keeps its place (S28)', () => {
  const cores = [0.1, 0.4, 0.7, 0.95].map((chance) => {
    const core = openRoom(50, {}, chance);
    core.send({ kind: 'present', sessions: [OWN, ...Array.from({ length: 49 }, (_, at) => peerAt(at))] });
    for (let head = 1; head <= 4; head += 1)
      core.send({ kind: 'lane-message', lane: 'ctl', event: 'head', payload: { head } });
    return core;
  });
  const sentAfter = (): number => cores.filter((core) => sends(write(core))).length;
  expect(sentAfter()).toBe(0);
  const counts = Array.from({ length: 25 }, () => {
    for (const core of cores) core.pass(100);
    return sentAfter();
  });
  expect(counts.slice(0, 20).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(cores.length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...counts)).toBe(1);
});

describe('the window of the cursor', () => {
  test('uses the whole share while no text is sent, and little of it while some is (A8)', () => {
    const silent = cursorWindowOf(openRoom(10));
    const typing = openRoom(10);
    noteFrame(typing, 0);
    typing.pass(1000);
    expect(silent).toBeLessThan(200);
    expect(cursorWindowOf(typing)).toBeGreaterThan(5 * silent);
  });

  test('lets text go first when both wait for the allowance (S27d)', () => {
    const core = openRoom(10);
    for (let at = 0; at < 9; at += 1) noteFrame(core, at);
    expect(kinds(move(core))).not.toContain('send-cursor');
    expect(sends(write(core))).toBe(true);
  });
});

describe('a cursor sent to new sessions (A3)', () => {
  const greet = (people: number, chance: number): number => {
    const core = openRoom(people, {}, chance);
    const sessions = [OWN, ...Array.from({ length: people }, (_, at) => peerAt(at))];
    return delayOf(core.send({ kind: 'present', sessions }), 'cursor') ?? -1;
  };

  test('is sent at a random moment within the time that all cursors need (A3a)', () => {
    const [early, late] = [greet(10, 0.01), greet(10, 0.99)];
    expect(early).toBeLessThan(100);
    expect(late).toBeGreaterThan(1000);
    expect(greet(50, 0.5)).toBeGreaterThan(10_000);
  });

  test('is sent once for several of them', () => {
    const core = openRoom(10);
    const more = (count: number) =>
      core.send({
        kind: 'present',
        sessions: [OWN, ...Array.from({ length: count }, (_, at) => peerAt(at))],
      });
    const first = delayOf(more(10), 'cursor') ?? 0;
    core.pass(100);
    expect(delayOf(more(11), 'cursor')).toBeCloseTo(first - 100, 5);
  });
});

describe('a resting cursor', () => {
  test('is repeated in a small room, but not where that would use up the allowance (A7a)', () => {
    expect(timers(openRoom(4).send({ kind: 'cursor-rested' }))).toEqual(['cursor']);
    expect(openRoom(50).send({ kind: 'cursor-rested' })).toEqual([]);
  });

  test('is repeated three times and no more, until it moves (A7a)', () => {
    const core = openRoom(4);
    const repeats = (): number =>
      Array.from({ length: 20 }).filter(() => {
        core.pass(15_000);
        const asked = timers(core.send({ kind: 'cursor-rested' })).includes('cursor');
        core.pass(1000);
        core.send({ kind: 'timer', name: 'cursor' });
        return asked;
      }).length;
    expect(repeats()).toBe(3);
    core.send({ kind: 'cursor-moved' });
    expect(repeats()).toBe(3);
  });

  test('of a peer stays as long as presence shows its session (A7b)', () => {
    const core = openRoom(3);
    const kept = (): readonly number[] =>
      core
        .send({ kind: 'timer', name: 'tick' })
        .flatMap((effect) => (effect.kind === 'keep-cursors' ? effect.clientIds : []));
    expect(kept()).toEqual([10, 11]);
    core.send({ kind: 'present', sessions: [OWN, peerAt(1)] });
    expect(kept()).toEqual([11]);
  });
});
