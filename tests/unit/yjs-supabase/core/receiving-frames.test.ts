/** Which frames and messages a client accepts: single steps of the core. */
import { describe, expect, test } from 'vitest';
import type { Effect, Lane } from '../../../../src/yjs-supabase/src/core/events.ts';
import { proveTo } from '../../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import { encodeWireFrame } from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import { secretOf } from '../../../support/make-tag.ts';
import {
  answerRoster,
  delayOf,
  kinds,
  openJoined,
  OWN,
  PEER,
  type Core,
} from '../../../support/open-core.ts';

interface SentFrame {
  readonly lane: Lane;
  readonly kind?: 'update' | 'awareness';
  readonly author?: string;
  readonly head?: number;
}

/** A frame with a valid proof, after the roster has been read. */
function receive(
  core: Core,
  { lane, kind = 'update', author = PEER, head = 0 }: SentFrame,
): readonly Effect[] {
  const fields = { counter: 1, bytes: new Uint8Array([0, 0]) };
  const proofs = proveTo(openTagKey(secretOf(author)), [OWN], { kind, ...fields });
  const about = { ...fields, sessionId: author, head, proofs };
  const bytes = encodeWireFrame(
    kind === 'update' ? { ...about, kind, tag: new Uint8Array(16) } : { ...about, kind },
  );
  const effects = [...core.send({ kind: 'lane-bytes', lane, bytes })];
  for (const effect of effects) if (effect.kind === 'then') effects.push(...core.send(effect.event));
  return effects;
}

function openKnown(settings = {}): Core {
  const core = openJoined(0.5, settings);
  core.send({ kind: 'present', sessions: [OWN, PEER] });
  answerRoster(core);
  return core;
}

describe('a frame', () => {
  test('is accepted on its lane', () => {
    expect(kinds(receive(openKnown(), { lane: 'upd' }))).toContain('apply');
    expect(kinds(receive(openKnown(), { lane: 'aw', kind: 'awareness' }))).toContain('show-cursor');
  });

  test('is ignored on every other lane (W5)', () => {
    for (const lane of ['ctl', 'aw'] as const)
      expect(kinds(receive(openKnown(), { lane }))).not.toContain('apply');
    for (const lane of ['ctl', 'upd'] as const)
      expect(kinds(receive(openKnown(), { lane, kind: 'awareness' }))).not.toContain('show-cursor');
  });

  test('of the local session is ignored (W5a)', () => {
    const core = openKnown();
    expect(kinds(receive(core, { lane: 'upd', author: OWN }))).not.toContain('apply');
    receive(core, { lane: 'aw', kind: 'awareness', author: OWN });
    expect(core.state.people.held).toEqual({});
    expect(core.state.relaying.count).toBe(0);
  });

  test('with a larger update than allowed is ignored (W4a)', () => {
    const core = openKnown({ maxUpdateBytes: 1 });
    expect(receive(core, { lane: 'upd' })).toEqual([]);
  });

  test('raises neither `applied` nor the known head, but causes a poll (S7, W6a)', () => {
    const core = openKnown();
    core.send({ kind: 'timer', name: 'poll' });
    const effects = receive(core, { lane: 'upd', head: 5 });
    expect(core.state.pulling).toMatchObject({ applied: 0, head: 0 });
    expect(delayOf(effects, 'poll')).toBeLessThanOrEqual(4000);
  });
});

describe('what the server tells the host', () => {
  const told = (effects: readonly Effect[]) => effects.filter(({ kind }) => kind === 'tell-host');

  test('is passed on from `ctl` and no other lane (W6b)', () => {
    const core = openKnown();
    const send = (lane: Lane) => core.send({ kind: 'lane-message', lane, event: 'note', payload: { at: 1 } });
    expect([...told(send('upd')), ...told(send('aw'))]).toEqual([]);
    expect(told(send('ctl'))).toEqual([{ kind: 'tell-host', name: 'note', value: { at: 1 } }]);
    expect(told(core.say())).toEqual([]);
  });

  test('is passed on from the reply to a poll, if it has something (S9f)', () => {
    const core = openKnown();
    expect(told(core.askHead(0))).toEqual([]);
    expect(told(core.askHead(0, { notes: 3 }))).toEqual([
      { kind: 'tell-host', name: 'head', value: { notes: 3 } },
    ]);
  });
});

test.each(['upd', 'aw'] as const)('a message on %s changes neither head nor epoch (W6)', (lane) => {
  const core = openKnown();
  core.send({ kind: 'lane-message', lane, event: 'head', payload: { head: 5 } });
  core.send({ kind: 'lane-message', lane, event: 'epoch', payload: { epoch: 7 } });
  expect(core.state.pulling.head).toBe(0);
  expect(core.state.lanes.epoch).toBe(1);
  core.send({ kind: 'lane-message', lane: 'ctl', event: 'head', payload: { head: 5 } });
  core.send({ kind: 'lane-message', lane: 'ctl', event: 'epoch', payload: { epoch: 7 } });
  expect([core.state.pulling.head, core.state.lanes.epoch]).toEqual([5, 7]);
});
