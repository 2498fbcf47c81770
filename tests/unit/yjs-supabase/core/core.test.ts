/** Single steps of the core, for behaviour that a correct server never shows. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { step } from '../../../../src/yjs-supabase/src/core/core.ts';
import type { CoreEvent, Effect } from '../../../../src/yjs-supabase/src/core/events.ts';
import { DEFAULT_SETTINGS } from '../../../../src/yjs-supabase/src/core/settings.ts';
import { startState, type CoreState } from '../../../../src/yjs-supabase/src/core/state.ts';
import { viewOf } from '../../../../src/yjs-supabase/src/core/view.ts';
import { openTagKey } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import type { LoadedLog, LogRow } from '../../../../src/yjs-supabase/src/index.ts';

const SESSION = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff';
const TAG_KEY = openTagKey(new Uint8Array(32));
const FACTS = { role: 'editor', mayEdit: true, generation: 1, epoch: 1, head: 0 } as const;

/** A core that records its last requests. */
function openCore(isDurable = true) {
  let state: CoreState = startState(SESSION, DEFAULT_SETTINGS, isDurable);
  let nowMs = 1000;
  const asked = new Map<string, Effect & { request: number }>();
  const send = (event: CoreEvent): readonly Effect[] => {
    const result = step(state, event, { nowMs, chance: 0.5 });
    state = result.state;
    for (const effect of result.effects) if ('request' in effect) asked.set(effect.kind, effect);
    return result.effects;
  };
  return {
    send,
    pass: (durationMs: number) => {
      nowMs += durationMs;
    },
    last: (kind: string) => asked.get(kind)?.request ?? 0,
    view: () => viewOf(state, nowMs, true),
    get state() {
      return state;
    },
  };
}

function openLoaded(isDurable = true) {
  const core = openCore(isDurable);
  core.send({ kind: 'connect' });
  core.send({
    kind: 'session-opened',
    request: core.last('open-session'),
    outcome: { ok: true, value: { ...FACTS, tagKey: TAG_KEY } },
  });
  core.send({ kind: 'pulled', request: core.last('pull'), outcome: { ok: true, value: loaded([], 0) } });
  return core;
}

const loaded = (rows: readonly LogRow[], head: number): LoadedLog => ({
  ...FACTS,
  head,
  chain: String(head),
  schema: 1,
  snapshot: null,
  rows,
});

function updateOf(text: string): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('text').insert(0, text);
  return Y.encodeStateAsUpdate(doc);
}

const row = (seq: number): LogRow => ({
  seq,
  sessionId: null,
  counter: 0,
  kind: 'edit',
  bytes: updateOf(`row ${seq}`),
});

describe('an append', () => {
  function typeTwo() {
    const core = openLoaded();
    for (const counter of [1, 2]) {
      core.send({ kind: 'local-update', update: updateOf(`${counter}`), title: false });
      core.send({ kind: 'stored', counter, revision: 1, ok: true });
      core.send({ kind: 'flush', leaving: false });
    }
    return core;
  }

  test('that was acknowledged in part leaves the rest unsaved, and resends it (S3b, S6)', () => {
    const core = openLoaded();
    for (const text of ['a', 'b']) {
      core.send({ kind: 'local-update', update: updateOf(text), title: false });
      core.send({ kind: 'flush', leaving: false });
    }
    core.send({ kind: 'stored', counter: 2, revision: 1, ok: true });
    core.send({ kind: 'stored', counter: 1, revision: 1, ok: true });
    expect(core.state.saving.request?.upTo).toBe(2);
    const reply = { ok: true, value: { head: 1, chain: '1', acked: 1, epoch: 1 } } as const;
    core.send({ kind: 'appended', request: core.last('append'), outcome: reply });
    expect(core.state.outbox.items.map((item) => item.counter)).toEqual([2]);
    const effects = core.send({ kind: 'timer', name: 'append' });
    expect(effects.find((effect) => effect.kind === 'append')).toMatchObject({ firstCounter: 2 });
  });

  test('is one at a time, unless the page is leaving (S3, S3c)', () => {
    const core = typeTwo();
    expect(core.state.saving.request?.upTo).toBe(1);
    const effects = core.send({ kind: 'flush', leaving: true });
    const append = effects.find((effect) => effect.kind === 'append');
    expect(append).toMatchObject({ firstCounter: 1, leaving: true });
    expect(append?.updates).toHaveLength(2);
  });

  test('that gets no reply times out and is sent again (S3b)', () => {
    const core = typeTwo();
    core.pass(DEFAULT_SETTINGS.requestTimeoutMs);
    core.send({ kind: 'timer', name: 'tick' });
    expect(core.state.saving.request).toBeNull();
    expect(core.state.contact.reachable).toBe(false);
    const effects = core.send({ kind: 'timer', name: 'append' });
    expect(effects.find((effect) => effect.kind === 'append')).toMatchObject({ firstCounter: 1 });
  });

  test('waits for the store, so that a crash loses nothing that was sent (S2a)', () => {
    const core = openLoaded();
    core.send({ kind: 'local-update', update: updateOf('a'), title: false });
    expect(core.send({ kind: 'flush', leaving: false }).some((effect) => effect.kind === 'append')).toBe(
      false,
    );
    const effects = core.send({ kind: 'stored', counter: 1, revision: 1, ok: true });
    expect(effects.some((effect) => effect.kind === 'append')).toBe(true);
  });

  test('does not take the reply for older bytes as one for the newest (S2a)', () => {
    const core = openLoaded();
    core.send({ kind: 'local-update', update: updateOf('a'), title: false });
    core.send({ kind: 'local-update', update: updateOf('b'), title: false });
    core.send({ kind: 'stored', counter: 1, revision: 1, ok: true });
    expect(core.send({ kind: 'flush', leaving: false }).some((effect) => effect.kind === 'append')).toBe(
      false,
    );
  });
});

describe('a reply with a hole', () => {
  test('counts up to the hole, and the rest is requested again (S8, S8a)', () => {
    const core = openLoaded();
    core.send({ kind: 'timer', name: 'pull' });
    const rows = [row(1), row(2), row(4)];
    core.send({ kind: 'pulled', request: core.last('pull'), outcome: { ok: true, value: loaded(rows, 4) } });
    expect(core.state.pulling).toMatchObject({ applied: 2, head: 4 });
    core.send({ kind: 'timer', name: 'pull' });
    expect(core.state.pulling.request).not.toBeNull();
  });

  test('on the first load shows nothing', () => {
    const core = openCore();
    core.send({ kind: 'connect' });
    core.send({
      kind: 'pulled',
      request: core.last('pull'),
      outcome: { ok: true, value: loaded([row(2)], 2) },
    });
    expect(core.state.pulling.loaded).toBe(false);
  });
});

test('a session is opened once, and continued after a disconnect (S1)', () => {
  const core = openLoaded();
  core.send({ kind: 'disconnect' });
  const effects = core.send({ kind: 'connect' });
  expect(effects.filter(({ kind }) => kind === 'open-session')).toEqual([]);
  expect(core.state.session.phase).toBe('open');
});

test('a store that is not durable is not written to (S2g)', () => {
  const stores = (isDurable: boolean): boolean => {
    const core = openLoaded(isDurable);
    const effects = [...core.send({ kind: 'local-update', update: updateOf('a'), title: false })];
    for (const effect of effects) if (effect.kind === 'then') effects.push(...core.send(effect.event));
    return effects.some(({ kind }) => kind === 'store');
  };
  expect([true, false].map(stores)).toEqual([true, false]);
});

describe('structs that stay pending', () => {
  const openPending = () => {
    const core = openLoaded();
    const answer = () =>
      core.send({
        kind: 'pulled',
        request: core.last('pull'),
        outcome: { ok: true, value: loaded([row(1)], 1) },
      });
    core.send({ kind: 'timer', name: 'pull' });
    answer();
    return {
      answer,
      tickAfter: (waitedMs: number): readonly string[] => {
        core.send({ kind: 'applied', pending: true });
        core.pass(waitedMs);
        return core.send({ kind: 'timer', name: 'tick' }).map(({ kind }) => kind);
      },
      isBehind: () => core.view().behind,
      takeApplied: (pending: boolean) => core.send({ kind: 'applied', pending }),
    };
  };

  test('are dropped after 3 s and the document is reread (S17)', () => {
    const { tickAfter } = openPending();
    expect(tickAfter(2900)).not.toContain('drop-pending');
    expect(tickAfter(100)).toEqual(expect.arrayContaining(['drop-pending', 'pull']));
  });

  test('cause the next reread after a gap that doubles from 10 s to 5 minutes, and is 10 s again after a rest (S17a)', () => {
    const { tickAfter, answer } = openPending();
    const gapsMs = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000];
    expect(tickAfter(3000)).toContain('drop-pending');
    for (const gapMs of gapsMs) {
      answer();
      expect([gapMs, tickAfter(gapMs - 100)]).not.toContain('drop-pending');
      expect([gapMs, ...tickAfter(100)]).toContain('drop-pending');
    }
    answer();
    expect(tickAfter(600_100)).toContain('drop-pending');
    answer();
    expect(tickAfter(10_000)).toContain('drop-pending');
  });

  test('count as behind after 2 s, until a reread has shown that the log lacks what they wait for (S17b)', () => {
    const { tickAfter, answer, isBehind, takeApplied } = openPending();
    tickAfter(1900);
    expect(isBehind()).toBe(false);
    tickAfter(100);
    expect(isBehind()).toBe(true);
    tickAfter(1000);
    // A live update that is whole is no end of the reread.
    takeApplied(false);
    expect(isBehind()).toBe(true);
    answer();
    expect(isBehind()).toBe(true);
    takeApplied(true);
    expect(isBehind()).toBe(false);
    tickAfter(10_000);
    expect(isBehind()).toBe(false);
  });

  test('count as behind again after they were complete once (S17b)', () => {
    const { tickAfter, answer, isBehind, takeApplied } = openPending();
    tickAfter(3000);
    answer();
    takeApplied(false);
    expect(isBehind()).toBe(false);
    tickAfter(2000);
    expect(isBehind()).toBe(true);
  });
});

test('a document that has ended sends no more requests and keeps unsaved changes (S15a)', () => {
  const core = openLoaded();
  core.send({ kind: 'local-update', update: updateOf('a'), title: false });
  core.send({ kind: 'timer', name: 'pull' });
  const failure = { kind: 'refused', code: 'gone' } as const;
  const effects = core.send({ kind: 'pulled', request: core.last('pull'), outcome: { ok: false, failure } });
  expect(effects.map(({ kind }) => kind)).toContain('leave');
  const later = [
    ...(['open', 'append', 'pull', 'poll', 'rejoin', 'roster', 'tick'] as const).flatMap((name) => [
      ...core.send({ kind: 'timer', name }),
    ]),
    ...core.send({ kind: 'flush', leaving: true }),
    ...core.send({ kind: 'wake' }),
  ];
  expect(later.filter((effect) => 'request' in effect || effect.kind === 'join')).toEqual([]);
  expect(core.state.outbox.items).toHaveLength(1);
});

test('relayed rows of the local session acknowledge nothing beyond a missing one (S16e)', () => {
  const core = openLoaded();
  for (const counter of [1, 2, 3]) {
    core.send({ kind: 'local-update', update: updateOf(`${counter}`), title: false });
    core.send({ kind: 'stored', counter, revision: 1, ok: true });
    core.send({ kind: 'flush', leaving: true });
  }
  expect(core.state.outbox.items.map(({ counter }) => counter)).toEqual([1, 2, 3]);
  core.send({ kind: 'timer', name: 'pull' });
  const rows = [1, 3].map((counter, at) => ({ ...row(at + 1), sessionId: SESSION, counter }));
  core.send({ kind: 'pulled', request: core.last('pull'), outcome: { ok: true, value: loaded(rows, 2) } });
  expect(core.state.outbox).toMatchObject({ acked: 1, items: [{ counter: 2 }, { counter: 3 }] });
});

test('a late reply to a timed-out request is not taken for that of the next one', () => {
  const core = openLoaded();
  core.send({ kind: 'timer', name: 'pull' });
  const old = core.last('pull');
  core.send({ kind: 'disconnect' });
  core.send({ kind: 'connect' });
  core.send({
    kind: 'pulled',
    request: old,
    outcome: { ok: false, failure: { kind: 'refused', code: 'forbidden' } },
  });
  expect(core.state.ended).toBeNull();
});
