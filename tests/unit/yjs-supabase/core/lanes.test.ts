/** Leaving and rejoining of lanes: single steps of the core. */
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../../src/yjs-supabase/src/core/events.ts';
import { listHere } from '../../../../src/yjs-supabase/src/core/people.ts';
import { DEFAULT_SETTINGS } from '../../../../src/yjs-supabase/src/core/settings.ts';
import {
  answerRoster,
  delayOf,
  ENTRY,
  hearPeer,
  kinds,
  openJoined,
  openSession,
  OWN,
  PEER,
  timers,
  write,
  type Core,
} from '../../../support/open-core.ts';

function rejoin(core: Core): void {
  core.send({ kind: 'timer', name: 'rejoin' });
  core.join();
}

describe('lanes that deliver nothing while the log grows', () => {
  test('are left at the second head reply, and not before (S22)', () => {
    const core = openJoined();
    expect(kinds(core.askHead(1))).not.toContain('leave');
    const effects = core.askHead(2);
    expect(kinds(effects)).toContain('leave');
    expect(kinds(effects)).not.toContain('reset-socket');
    expect(delayOf(effects, 'rejoin')).toBeLessThan(2000);
  });

  test('are kept when a message arrives in between, or is only late (S22b)', () => {
    const core = openJoined();
    core.askHead(1);
    core.say();
    core.askHead(2);
    expect(core.state.lanes.phase).toBe('up');
    core.say();
    core.pass(-9000);
    core.askHead(3);
    expect(core.state.lanes).toMatchObject({ phase: 'up', silentHeads: 0 });
  });

  test('are left although messages for the host arrive (S22c)', () => {
    const core = openJoined();
    core.tell();
    core.askHead(1);
    core.tell();
    expect(kinds(core.askHead(2))).toContain('leave');
  });

  test('are kept when the log does not grow', () => {
    const core = openJoined();
    for (let times = 0; times < 10; times += 1) core.askHead(0);
    expect(core.state.lanes).toMatchObject({ phase: 'up', silentHeads: 0 });
  });

  test('are closed with their socket after two fruitless rounds (S22a)', () => {
    const core = openJoined();
    let head = 0;
    const goDeaf = (): readonly Effect[] => {
      core.askHead((head += 1));
      return core.askHead((head += 1));
    };
    expect(kinds(goDeaf())).not.toContain('reset-socket');
    rejoin(core);
    expect(kinds(goDeaf())).not.toContain('reset-socket');
    rejoin(core);
    const effects = goDeaf();
    expect(kinds(effects).indexOf('reset-socket')).toBeGreaterThan(kinds(effects).indexOf('leave'));
  });
});

describe('a hidden page (S23)', () => {
  test('leaves the lanes after a minute and stays away, but keeps polling (S9b)', () => {
    const core = openJoined();
    expect(delayOf(core.send({ kind: 'hidden' }), 'hide')).toBe(60_000);
    expect(core.state.lanes.phase).toBe('up');
    expect(kinds(core.send({ kind: 'timer', name: 'hide' }))).toContain('leave');
    core.send({ kind: 'timer', name: 'rejoin' });
    expect(core.state.lanes.phase).toBe('down');
    core.send({ kind: 'lane-message', lane: 'ctl', event: 'epoch', payload: { epoch: 2 } });
    core.send({ kind: 'timer', name: 'rejoin' });
    expect(core.state.lanes).toMatchObject({ phase: 'down', epoch: 2 });
    expect(kinds(core.send({ kind: 'timer', name: 'poll' }))).toContain('read-head');
  });

  test('stays on the lanes when it becomes visible before that', () => {
    const core = openJoined();
    core.send({ kind: 'hidden' });
    expect(core.send({ kind: 'wake' })).toContainEqual({ kind: 'stop-timer', name: 'hide' });
    expect(core.state.lanes.phase).toBe('up');
  });
});

describe('a page that becomes visible again', () => {
  const openAway = (): Core => {
    const core = openJoined();
    core.send({ kind: 'hidden' });
    core.send({ kind: 'timer', name: 'hide' });
    core.send({ kind: 'wake' });
    return core;
  };

  test('pulls first, and joins after the reply (S24, S24a)', () => {
    const core = openAway();
    expect(delayOf(core.send({ kind: 'timer', name: 'pull' }), 'rejoin')).toBeUndefined();
    expect(delayOf(core.answerPull(), 'rejoin')).toBe(250);
    rejoin(core);
    expect(core.state.lanes.phase).toBe('up');
  });

  test('joins even if the pull times out (S24a)', () => {
    const core = openAway();
    core.send({ kind: 'timer', name: 'pull' });
    core.pass(DEFAULT_SETTINGS.requestTimeoutMs);
    expect(delayOf(core.send({ kind: 'timer', name: 'tick' }), 'rejoin')).toBe(250);
  });
});

describe('lanes that close for many sessions at once', () => {
  const close = (core: Core): readonly Effect[] =>
    core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'upd', reason: 'gone' });

  test('are rejoined within ten seconds, by each session at another time (S12d)', () => {
    expect([0.1, 0.5, 0.9].map((chance) => delayOf(close(openJoined(chance)), 'rejoin'))).toEqual([
      1000, 5000, 9000,
    ]);
  });

  test('move to a new epoch within a second in a small room, and later in a large one (S13a)', () => {
    const move = (people: number): number | undefined => {
      const core = openJoined(0.9);
      const sessions = Array.from({ length: people }, (_, at) => `session ${at}`);
      core.send({ kind: 'present', sessions });
      const effects = core.send({ kind: 'lane-message', lane: 'ctl', event: 'epoch', payload: { epoch: 2 } });
      return delayOf(effects, 'rejoin');
    };
    expect([move(2), move(40), move(400)]).toEqual([920, 3800, 9200]);
  });
});

test('lanes that close again and again are rejoined with a doubling backoff (S12c)', () => {
  const core = openJoined();
  const delays = Array.from({ length: 8 }, () => {
    const { round } = core.state.lanes;
    const effects = core.send({ kind: 'lane-closed', round, lane: 'upd', reason: 'gone' });
    rejoin(core);
    return delayOf(effects, 'rejoin');
  });
  expect(delays.slice(1)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});

test('`ctl` is joined before `upd` and `aw`, and a pull follows all three (S11, S11a)', () => {
  const core = openJoined();
  core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'upd', reason: 'gone' });
  const joined = (effects: readonly Effect[]) =>
    effects.flatMap((effect) => (effect.kind === 'join' ? [effect.lane] : []));
  expect(joined(core.send({ kind: 'timer', name: 'rejoin' }))).toEqual(['ctl']);
  const { round } = core.state.lanes;
  core.send({ kind: 'timer', name: 'pull' });
  core.answerPull();
  expect(joined(core.send({ kind: 'lane-joined', round, lane: 'ctl' }))).toEqual(['upd', 'aw']);
  expect(timers(core.send({ kind: 'lane-joined', round, lane: 'upd' }))).not.toContain('pull');
  expect(timers(core.send({ kind: 'lane-joined', round, lane: 'aw' }))).toContain('pull');
});

test('the head is polled every 10 to 15 s, and every 4 to 6 s without lanes (S9, S9a)', () => {
  const pollMs = (chance: number, isLive: boolean): number => {
    const core = openJoined(chance);
    if (!isLive)
      core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'aw', reason: 'gone' });
    core.pass(60_000);
    return delayOf(core.send({ kind: 'timer', name: 'poll' }), 'poll') ?? 0;
  };
  expect([0, 1].map((chance) => pollMs(chance, true))).toEqual([10_000, 15_000]);
  expect([0, 1].map((chance) => Math.round(pollMs(chance, false)))).toEqual([4000, 6000]);
});

test('a new session in presence makes a client append unsaved changes at once (A5a)', () => {
  const core = openJoined();
  openSession(core);
  core.send({ kind: 'present', sessions: [OWN] });
  expect(kinds(write(core))).not.toContain('append');
  expect(kinds(core.send({ kind: 'present', sessions: [OWN, PEER] }))).toContain('append');
});

test('an update that is given up makes a client compare its document again (S16h)', () => {
  const core = openJoined();
  openSession(core);
  hearPeer(core, 'update');
  core.send({ kind: 'compared', seq: 5, isSame: true });
  expect(core.state.checking.checkedSeq).toBe(5);
  core.pass(20_000);
  expect(kinds(core.send({ kind: 'timer', name: 'tick' }))).toContain('relay');
  const failure = { kind: 'refused', code: 'session_invalid' } as const;
  core.send({ kind: 'relayed', request: core.asked('relay'), outcome: { ok: false, failure } });
  expect(core.state.relaying.count).toBe(0);
  expect(core.state.checking.checkedSeq).toBe(0);
});

test.each(['update', 'awareness'] as const)(
  'a peer whose frame (%s) came before the roster is present once the roster has it, even while the lanes are down (W10d)',
  (kind) => {
    const core = openJoined();
    hearPeer(core, kind);
    expect(kinds(answerRoster(core))).toContain(kind === 'update' ? 'apply' : 'show-cursor');
    core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'aw', reason: 'gone' });
    expect(listHere(core.state, 12_000)).toEqual([ENTRY]);
  },
);

test.each(['no session', 'constructor', '__proto__'])(
  'a presence key that is no session id (%s) is not a reader',
  (name) => {
    const core = openJoined();
    openSession(core);
    core.send({ kind: 'present', sessions: [OWN, name, PEER] });
    core.pass(1000);
    const cursor = core
      .send({ kind: 'timer', name: 'cursor' })
      .find((effect) => effect.kind === 'send-cursor');
    expect(cursor?.readers).toEqual([PEER]);
  },
);

test('a made-up crowd in presence does not displace the proofs for real sessions (W10)', () => {
  const core = openJoined();
  openSession(core);
  const crowd = Array.from(
    { length: 300 },
    (_, at) => `99999999-2222-4333-8444-${String(at).padStart(12, '0')}`,
  );
  core.send({ kind: 'present', sessions: [OWN, 'no session', ...crowd, PEER] });
  core.pass(60_000);
  const sent = core.send({ kind: 'timer', name: 'cursor' }).find((effect) => effect.kind === 'send-cursor');
  expect(sent?.readers).toHaveLength(100);
  expect(sent?.readers).toContain(PEER);
});

describe('a peer that is not in presence', () => {
  const hidden = (effects: readonly Effect[]) =>
    effects.flatMap((effect) => (effect.kind === 'hide-cursors' ? effect.clientIds : []));

  test('stays present if its frame came before its announcement (A4a)', () => {
    const core = openJoined();
    hearPeer(core, 'awareness');
    answerRoster(core);
    expect(hidden(core.send({ kind: 'present', sessions: [OWN] }))).toEqual([]);
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    expect(hidden(core.send({ kind: 'present', sessions: [OWN] }))).toEqual([ENTRY.clientId]);
  });

  test('is gone once it has left, however recent its last frame is (A4)', () => {
    const core = openJoined();
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    answerRoster(core);
    hearPeer(core, 'update');
    hearPeer(core, 'awareness');
    const nowMs = core.pass(10);
    expect(listHere(core.state, nowMs)).toContainEqual(ENTRY);
    core.send({ kind: 'present', sessions: [OWN] });
    expect(listHere(core.state, nowMs)).not.toContainEqual(ENTRY);
  });

  test('is not shown if it left before the roster had it (A4)', () => {
    const core = openJoined();
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    hearPeer(core, 'awareness');
    const nowMs = core.pass(10);
    core.send({ kind: 'present', sessions: [OWN] });
    answerRoster(core);
    expect(listHere(core.state, nowMs)).not.toContainEqual(ENTRY);
  });

  test('is removed if its frames came on earlier lanes only (A4)', () => {
    const core = openJoined();
    hearPeer(core, 'awareness');
    answerRoster(core);
    core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'aw', reason: 'gone' });
    core.pass(1000);
    rejoin(core);
    expect(hidden(core.send({ kind: 'present', sessions: [OWN] }))).toEqual([ENTRY.clientId]);
  });
});

test('a peer that returns receives the local cursor when presence shows it again (A3)', () => {
  const core = openJoined();
  openSession(core);
  core.send({ kind: 'timer', name: 'announce' });
  core.send({ kind: 'present', sessions: [OWN, PEER] });
  hearPeer(core, 'awareness');
  core.pass(1000);
  core.send({ kind: 'present', sessions: [OWN] });
  core.pass(1000);
  hearPeer(core, 'awareness');
  core.pass(1000);
  const showsCursor = (sessions: readonly string[]): boolean =>
    timers(core.send({ kind: 'present', sessions })).includes('cursor');
  expect(showsCursor([OWN, PEER])).toBe(true);
  core.pass(1000);
  expect(showsCursor([PEER, OWN])).toBe(false);
});

describe('a window after a frame', () => {
  function openTogether(): Core {
    const core = openJoined();
    openSession(core);
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    core.pass(10_000);
    return core;
  }

  const timers = (effects: readonly Effect[]): readonly string[] =>
    effects.flatMap((effect) => (effect.kind === 'start-timer' ? [effect.name] : []));

  test('merges the changes made in it and sends them at its end, once (S4, S4c)', () => {
    const core = openTogether();
    const first = write(core);
    expect([kinds(first).includes('send'), timers(first)]).toEqual([true, ['append']]);
    core.pass(10);
    const [second, third] = [write(core), write(core)];
    expect([...kinds(second), ...kinds(third)]).not.toContain('send');
    expect(timers(second)).toContain('send');
    core.pass(1000);
    expect(kinds(core.send({ kind: 'timer', name: 'send' }))).toEqual(['send']);
    expect(kinds(core.send({ kind: 'timer', name: 'send' }))).toEqual([]);
    core.pass(1000);
    expect(kinds(write(core))).toContain('send');
  });

  test('also holds for a second change in the same step (S4c)', () => {
    const core = openTogether();
    const type = (): readonly Effect[] =>
      core.send({ kind: 'local-update', update: new Uint8Array([0, 0]), title: false });
    const noted = [...type(), ...type()].flatMap((effect) => (effect.kind === 'then' ? [effect.event] : []));
    expect(noted).toMatchObject([{ sent: true }, { sent: false }]);
    const after = noted.flatMap((event) => core.send(event));
    expect(timers(after)).toContain('send');
  });

  test('also holds for the cursor (A7)', () => {
    const core = openTogether();
    const move = (): readonly Effect[] => core.send({ kind: 'cursor-moved' });
    expect([kinds(move()).includes('send-cursor'), timers(move())]).toEqual([true, ['cursor']]);
    expect(kinds(move())).toEqual(['start-timer']);
    core.pass(1000);
    const late = core.send({ kind: 'timer', name: 'cursor' });
    expect([kinds(late).includes('send-cursor'), timers(late)]).toEqual([true, []]);
    core.pass(1000);
    expect(kinds(move())).toContain('send-cursor');
  });
});
