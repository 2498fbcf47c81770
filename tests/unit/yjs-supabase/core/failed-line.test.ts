/** Detection of a line that fails, and of one that works again: single steps of the core. */
import { describe, expect, test } from 'vitest';
import { extendChain } from '../../../../src/yjs-supabase/src/protocol/chain.ts';
import type { Effect } from '../../../../src/yjs-supabase/src/core/events.ts';
import {
  delayOf,
  kinds,
  openJoined,
  openSession,
  OWN,
  PEER,
  write,
  type Core,
} from '../../../support/open-core.ts';

const unreachable = { ok: false, failure: { kind: 'unreachable' } } as const;

function failPoll(core: Core): readonly Effect[] {
  core.send({ kind: 'timer', name: 'poll' });
  return core.send({ kind: 'head-read', request: core.asked('read-head'), outcome: unreachable });
}

const close = (core: Core, reason = 'gone'): readonly Effect[] =>
  core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'upd', reason });

/** The delay of the next poll after one that has just been sent. */
const pollMs = (core: Core): number =>
  Math.round(delayOf(core.send({ kind: 'timer', name: 'poll' }), 'poll') ?? 0);

describe('the log is polled often', () => {
  test('for 15 s after the lanes have closed (S9c)', () => {
    const afterClose = (chance: number): number => {
      const joined = openJoined(chance);
      pollMs(joined);
      return delayOf(close(joined), 'poll') ?? 0;
    };
    expect([0, 1].map(afterClose).map(Math.round)).toEqual([1000, 1500]);
    const core = openJoined();
    close(core);
    core.pass(14_999);
    expect(pollMs(core)).toBe(1250);
    core.pass(1);
    expect(pollMs(core)).toBe(5000);
  });

  test('for 15 s after new rows, while no lane announces them (S9c)', () => {
    const core = openJoined();
    close(core);
    core.pass(60_000);
    core.askHead(1);
    core.pass(14_999);
    expect(pollMs(core)).toBe(1250);
    core.pass(1);
    expect(pollMs(core)).toBe(5000);
    core.askHead(1);
    expect(pollMs(core)).toBe(5000);
  });

  test('for 15 s after an append that nobody received live, so that the server announces it (S9c, S10h)', () => {
    const core = openJoined();
    openSession(core);
    close(core);
    core.pass(60_000);
    write(core);
    core.send({ kind: 'stored', counter: 1, revision: 1, ok: true });
    core.send({ kind: 'flush', leaving: false });
    const [item] = core.state.outbox.items;
    const value = { head: 1, chain: extendChain('', item!.update), acked: 1, epoch: 1 };
    core.send({ kind: 'appended', request: core.asked('append'), outcome: { ok: true, value } });
    core.pass(14_999);
    expect(pollMs(core)).toBe(1250);
    core.pass(1);
    expect(pollMs(core)).toBe(5000);
  });

  test('for a minute after a request without a reply, until there is one (S9d)', () => {
    const core = openJoined();
    expect(delayOf(failPoll(core), 'poll')).toBe(1250);
    core.pass(59_999);
    expect(pollMs(core)).toBe(1250);
    failPoll(core);
    core.pass(60_000);
    expect(pollMs(core)).toBe(12_500);
  });

  test('not by a hidden page that has left the lanes (S9b)', () => {
    const core = openJoined();
    core.send({ kind: 'hidden' });
    core.send({ kind: 'timer', name: 'hide' });
    failPoll(core);
    expect(pollMs(core)).toBe(60_000);
  });
});

describe('after an append the head is requested', () => {
  const append = (core: Core): readonly Effect[] => {
    openSession(core);
    write(core);
    core.send({ kind: 'stored', counter: 1, revision: 1, ok: true });
    core.send({ kind: 'flush', leaving: false });
    const value = { head: 1, chain: extendChain('', core.state.outbox.items[0]!.update), acked: 1, epoch: 1 };
    return core.send({ kind: 'appended', request: core.asked('append'), outcome: { ok: true, value } });
  };
  const wait = (core: Core): readonly string[] => kinds(core.send({ kind: 'timer', name: 'head-message' }));

  test('1 to 1.5 s later, if no message has announced its rows (S9e)', () => {
    const delay = (chance: number): number =>
      Math.round(delayOf(append(openJoined(chance)), 'head-message')!);
    expect([0, 1].map(delay)).toEqual([1000, 1500]);
    const core = openJoined();
    append(core);
    expect(wait(core)).toContain('read-head');
  });

  test('not if one has, before or after the reply', () => {
    const told = openJoined();
    told.say();
    expect(delayOf(append(told), 'head-message')).toBeUndefined();
    const core = openJoined();
    append(core);
    core.say();
    expect(wait(core)).not.toContain('read-head');
  });

  test('not while lanes are down, when the head is requested often anyway (S9c)', () => {
    const core = openJoined();
    close(core);
    expect(delayOf(append(core), 'head-message')).toBeUndefined();
  });
});

test('rows that a poll finds are pulled at once while lanes are down, although they are expected (S10e)', () => {
  const pullDelay = (isLive: boolean): number | undefined => {
    const core = openJoined();
    core.send({ kind: 'local-update', update: new Uint8Array([0, 0]), title: false });
    if (!isLive) close(core);
    return delayOf(core.askHead(1), 'catch-up');
  };
  expect(pullDelay(true)).toBeGreaterThan(2000);
  expect(pullDelay(false)).toBeLessThan(351);
});

describe('the first reply after two requests without one', () => {
  test('rejoins lanes that are down, without their backoff (S24b)', () => {
    const core = openJoined(1);
    for (let times = 0; times < 5; times += 1) {
      close(core);
      core.send({ kind: 'timer', name: 'rejoin' });
    }
    close(core);
    failPoll(core);
    failPoll(core);
    expect(delayOf(core.askHead(0), 'rejoin')).toBe(500);
    expect(delayOf(core.askHead(0), 'rejoin')).toBeUndefined();
  });

  test('checks the socket of lanes that look joined (S24b)', () => {
    const core = openJoined();
    failPoll(core);
    failPoll(core);
    expect(kinds(core.askHead(0))).toContain('check-socket');
    expect(core.state.lanes.phase).toBe('up');
  });

  test('opens the session (S24b)', () => {
    const core = openJoined();
    core.send({ kind: 'session-opened', request: core.asked('open-session'), outcome: unreachable });
    failPoll(core);
    expect(delayOf(core.askHead(0), 'open')).toBe(250);
  });

  test('changes nothing after a single failure, which may be that of one function', () => {
    const core = openJoined();
    close(core);
    failPoll(core);
    expect(delayOf(core.askHead(0), 'rejoin')).toBeUndefined();
  });

  test('does not shorten the pause that Realtime demands (S12b)', () => {
    const core = openJoined();
    close(core, 'too many joins');
    failPoll(core);
    failPoll(core);
    expect(delayOf(core.askHead(0), 'rejoin')).toBeUndefined();
  });
});

describe('the socket', () => {
  const tick = (core: Core, durationMs: number): readonly string[] => {
    core.pass(durationMs);
    return kinds(core.send({ kind: 'timer', name: 'tick' })).filter((kind) => kind === 'check-socket');
  };

  test.each([
    ['5 s in company', [OWN, PEER], 5000],
    ['15 s alone', [OWN], 15_000],
  ])('is checked after a silence of %s, and again after another one (S12i)', (_, sessions, silenceMs) => {
    const core = openJoined();
    core.send({ kind: 'present', sessions });
    core.say();
    expect(tick(core, silenceMs - 1)).toEqual([]);
    expect(tick(core, 1)).toEqual(['check-socket']);
    expect(tick(core, 1000)).toEqual([]);
    expect(tick(core, silenceMs - 1000)).toEqual(['check-socket']);
    core.say();
    expect(tick(core, silenceMs - 1)).toEqual([]);
  });

  test('that did not reply to a heartbeat is replaced at once, and in a large room at random (S12j)', () => {
    const core = openJoined(1);
    expect(delayOf(close(core, 'heartbeat timeout'), 'rejoin')).toBe(500);
  });
});
