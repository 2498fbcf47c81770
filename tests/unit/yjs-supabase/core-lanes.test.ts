/** When lanes are left and joined again: single steps of the core. */
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../src/yjs-supabase/core/events.ts';
import { listHere } from '../../../src/yjs-supabase/core/people.ts';
import { DEFAULT_SETTINGS } from '../../../src/yjs-supabase/core/settings.ts';
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
} from '../../support/open-core.ts';

function rejoin(core: Core): void {
  core.send({ kind: 'timer', name: 'rejoin' });
  core.join();
}

describe('lanes that say nothing while the log grows (S22)', () => {
  test('are given up at the second time, and not before', () => {
    const core = openJoined();
    expect(kinds(core.askHead(1))).not.toContain('leave');
    const effects = core.askHead(2);
    expect(kinds(effects)).toContain('leave');
    expect(kinds(effects)).not.toContain('reset-socket');
    expect(delayOf(effects, 'rejoin')).toBeLessThan(2000);
  });

  test('are kept when something was said in between, or is only late', () => {
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

  test('are kept when nothing happens', () => {
    const core = openJoined();
    for (let times = 0; times < 10; times += 1) core.askHead(0);
    expect(core.state.lanes).toMatchObject({ phase: 'up', silentHeads: 0 });
  });

  test('take the connection with them when joining anew did not help twice', () => {
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

describe('a page that nobody looks at (S23)', () => {
  test('leaves the lanes after a minute and stays away, but goes on asking', () => {
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

  test('stays when it is looked at again before that', () => {
    const core = openJoined();
    core.send({ kind: 'hidden' });
    expect(core.send({ kind: 'wake' })).toContainEqual({ kind: 'stop-timer', name: 'hide' });
    expect(core.state.lanes.phase).toBe('up');
  });
});

describe('a page that comes back (S24)', () => {
  const openAway = (): Core => {
    const core = openJoined();
    core.send({ kind: 'hidden' });
    core.send({ kind: 'timer', name: 'hide' });
    core.send({ kind: 'wake' });
    return core;
  };

  test('fetches the text first, and joins after the answer', () => {
    const core = openAway();
    expect(delayOf(core.send({ kind: 'timer', name: 'pull' }), 'rejoin')).toBeUndefined();
    expect(delayOf(core.answerPull(), 'rejoin')).toBe(250);
    rejoin(core);
    expect(core.state.lanes.phase).toBe('up');
  });

  test('joins also when nobody answered', () => {
    const core = openAway();
    core.send({ kind: 'timer', name: 'pull' });
    core.pass(DEFAULT_SETTINGS.requestTimeoutMs);
    expect(delayOf(core.send({ kind: 'timer', name: 'tick' }), 'rejoin')).toBe(250);
  });
});

describe('lanes that end for many at once', () => {
  const close = (core: Core): readonly Effect[] =>
    core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'upd', reason: 'gone' });

  test('are joined again within ten seconds, everybody at another time (S12)', () => {
    expect([0.1, 0.5, 0.9].map((chance) => delayOf(close(openJoined(chance)), 'rejoin'))).toEqual([
      1000, 5000, 9000,
    ]);
  });

  test('move within a second when few are here, and take longer when many are (S13)', () => {
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

test.each(['update', 'awareness'] as const)(
  'who was heard (%s) before the roster knew them is here once it does, also while the lanes are down',
  (kind) => {
    const core = openJoined();
    hearPeer(core, kind);
    expect(kinds(answerRoster(core))).toContain(kind === 'update' ? 'apply' : 'show-cursor');
    core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'aw', reason: 'gone' });
    expect(listHere(core.state, 12_000)).toEqual([ENTRY]);
  },
);

test.each(['no session', 'constructor', '__proto__'])(
  'what presence shows is no reader if it cannot be a session (%s)',
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

test('a made-up crowd in presence takes nobody the proofs of what is said (W10)', () => {
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

describe('presence that does not show somebody (A4)', () => {
  const hidden = (effects: readonly Effect[]) =>
    effects.flatMap((effect) => (effect.kind === 'hide-cursors' ? effect.clientIds : []));

  test('takes nobody away who was heard and has not come to it yet', () => {
    const core = openJoined();
    hearPeer(core, 'awareness');
    answerRoster(core);
    expect(hidden(core.send({ kind: 'present', sessions: [OWN] }))).toEqual([]);
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    expect(hidden(core.send({ kind: 'present', sessions: [OWN] }))).toEqual([ENTRY.clientId]);
  });

  test('shows no face of a peer that has left, however lately it was heard', () => {
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

  test('shows no face of a peer that has left before the roster named it', () => {
    const core = openJoined();
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    hearPeer(core, 'awareness');
    const nowMs = core.pass(10);
    core.send({ kind: 'present', sessions: [OWN] });
    answerRoster(core);
    expect(listHere(core.state, nowMs)).not.toContainEqual(ENTRY);
  });

  test('takes away who was heard on earlier lanes only', () => {
    const core = openJoined();
    hearPeer(core, 'awareness');
    answerRoster(core);
    core.send({ kind: 'lane-closed', round: core.state.lanes.round, lane: 'aw', reason: 'gone' });
    core.pass(1000);
    rejoin(core);
    expect(hidden(core.send({ kind: 'present', sessions: [OWN] }))).toEqual([ENTRY.clientId]);
  });
});

test('who is heard before presence shows them again is shown the own cursor when it does (A3)', () => {
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

describe('a window after what was sent (S4)', () => {
  function openTogether(): Core {
    const core = openJoined();
    openSession(core);
    core.send({ kind: 'present', sessions: [OWN, PEER] });
    core.pass(10_000);
    return core;
  }

  const timers = (effects: readonly Effect[]): readonly string[] =>
    effects.flatMap((effect) => (effect.kind === 'start-timer' ? [effect.name] : []));

  test('is not waited for when nothing comes in it; what does goes at its end, once', () => {
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

  test('is open at once, also for what comes in the same breath', () => {
    const core = openTogether();
    const type = (): readonly Effect[] =>
      core.send({ kind: 'local-update', update: new Uint8Array([0, 0]), title: false });
    const noted = [...type(), ...type()].flatMap((effect) => (effect.kind === 'then' ? [effect.event] : []));
    expect(noted).toMatchObject([{ sent: true }, { sent: false }]);
    const after = noted.flatMap((event) => core.send(event));
    expect(timers(after)).toContain('send');
  });

  test('also holds for the cursor', () => {
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
