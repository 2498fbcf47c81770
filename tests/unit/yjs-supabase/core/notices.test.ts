/** Small messages between sessions: single steps of the core. */
import { describe, expect, test } from 'vitest';
import type { Effect, Lane } from '../../../../src/yjs-supabase/src/core/events.ts';
import {
  decodeWireFrame,
  encodeWireFrame,
  PROOF_BYTES,
} from '../../../../src/yjs-supabase/src/protocol/frame.ts';
import { isProven, proveTo } from '../../../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import { keyBetween, secretOf } from '../../../support/make-tag.ts';
import { delayOf, kinds, openJoined, openSession, OWN, PEER, type Core } from '../../../support/open-core.ts';

const OTHER = '22222222-2222-4333-8444-555555555555';

function openWithPeers(): Core {
  const core = openJoined();
  core.send({ kind: 'present', sessions: [OWN, PEER, OTHER] });
  openSession(core);
  core.pass(60_000);
  return core;
}

const bytes = new Uint8Array([1, 2, 3]);
const say = (core: Core, to: readonly string[] = [PEER], said = bytes, name = 'one'): readonly Effect[] =>
  core.send({ kind: 'send-notice', name, bytes: said, to });

/** The frames that effects send. */
const sent = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === 'send' ? (decodeWireFrame(effect.bytes) ?? []) : []));

function hear(core: Core, changes: { counter?: number; to?: string; lane?: Lane; size?: number } = {}) {
  const { counter = 1, to = OWN, lane = 'aw', size = 3 } = changes;
  const said = { kind: 'notice', counter, bytes: new Uint8Array(size) } as const;
  const proofs = proveTo(openTagKey(secretOf(PEER)), [to], said);
  const frame = encodeWireFrame({ ...said, sessionId: PEER, head: 0, proofs });
  return core.send({ kind: 'lane-bytes', lane, bytes: frame });
}

describe('a notice', () => {
  test('is proven to those it is meant for, and to no others (A9a)', () => {
    const [frame] = sent(say(openWithPeers(), [PEER, 'not present']));
    expect(frame).toMatchObject({ kind: 'notice', sessionId: OWN, counter: 1, bytes });
    expect(frame!.proofs).toHaveLength(PROOF_BYTES);
    expect(isProven(openTagKey(keyBetween(OWN, PEER)), frame!)).toBe(true);
    expect(isProven(openTagKey(keyBetween(OWN, OTHER)), frame!)).toBe(false);
  });

  test('is not sent without a receiver (A9a)', () => {
    expect(sent(say(openWithPeers(), ['not present']))).toEqual([]);
    expect(sent(say(openJoined()))).toEqual([]);
  });

  test('of more than 512 bytes is neither sent nor received (A9)', () => {
    expect(sent(say(openWithPeers(), [PEER], new Uint8Array(512)))).toHaveLength(1);
    expect(sent(say(openWithPeers(), [PEER], new Uint8Array(513)))).toEqual([]);
    expect(kinds(hear(openWithPeers(), { size: 512 }))).toContain('receive-notice');
    expect(kinds(hear(openWithPeers(), { size: 513 }))).not.toContain('receive-notice');
  });

  test('waits for the window of cursors, where a newer one of its name replaces it (A9c)', () => {
    const core = openWithPeers();
    expect(sent(say(core))).toHaveLength(1);
    const waiting = say(core);
    expect(sent(waiting)).toEqual([]);
    expect(delayOf(waiting, 'notice')).toBeGreaterThan(0);
    say(core, [PEER], new Uint8Array([9]));
    say(core, [OTHER], bytes, 'another');
    core.pass(delayOf(waiting, 'notice')! + 1000);
    const frames = sent(core.send({ kind: 'timer', name: 'notice' }));
    expect(frames.map((frame) => [...frame.bytes])).toEqual([[9], [1, 2, 3]]);
    expect(frames.map((frame) => frame.counter)).toEqual([2, 3]);
    core.pass(60_000);
    expect(sent(core.send({ kind: 'timer', name: 'notice' }))).toEqual([]);
  });

  test('counts as a cursor for later cursors (A9c)', () => {
    const core = openWithPeers();
    say(core);
    expect(delayOf(core.send({ kind: 'cursor-moved' }), 'cursor')).toBeGreaterThan(0);
  });

  test('is forgotten without lanes', () => {
    const core = openWithPeers();
    const { round } = core.state.lanes;
    core.send({ kind: 'lane-closed', round, lane: 'aw', reason: 'gone' });
    expect(sent(say(core))).toEqual([]);
    core.join();
    expect(sent(core.send({ kind: 'timer', name: 'notice' }))).toEqual([]);
  });

  test('is received once, from its author, on its lane (A9b, W5)', () => {
    const core = openWithPeers();
    expect(hear(core)).toContainEqual(
      expect.objectContaining({ kind: 'receive-notice', bytes: new Uint8Array(3) }),
    );
    expect(kinds(hear(core))).not.toContain('receive-notice');
    expect(kinds(hear(core, { counter: 3 }))).toContain('receive-notice');
    expect(kinds(hear(core, { counter: 2 }))).not.toContain('receive-notice');
    expect(kinds(hear(core, { counter: 4, to: OTHER }))).not.toContain('receive-notice');
    for (const lane of ['upd', 'ctl'] as const)
      expect(kinds(hear(core, { counter: 5, lane }))).not.toContain('receive-notice');
    expect(kinds(hear(core, { counter: 4 }))).toContain('receive-notice');
  });
});
