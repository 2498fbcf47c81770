/** Signed frames: single steps of the core (PROTOCOL.md, W12). */
import { describe, expect, test } from 'vitest';
import type { Effect, Lane } from '../../../../src/yjs-supabase/src/core/events.ts';
import { encodeCursorBytes } from '../../../../src/yjs-supabase/src/doc/cursor-bytes.ts';
import { encodeBody, sealBody } from '../../../../src/yjs-supabase/src/protocol/signed-frame.ts';
import {
  delayOf,
  kinds,
  openRoom,
  OWN,
  peerAt,
  publicKeyOf,
  timers,
  write,
  type Core,
} from '../../../support/open-core.ts';
import { keyBetween } from '../../../support/make-tag.ts';

const everyone = (): boolean => true;
const SIGNING = { eventsPerSecond: 100_000, maxProofs: 8 };
const open = (people: number, keyed: (sessionId: string) => boolean = everyone): Core =>
  openRoom(people, SIGNING, 0.5, keyed);
const PEER = peerAt(1);

const sent = (effects: readonly Effect[]): readonly string[] =>
  kinds(effects).filter((kind) => ['send', 'sign', 'send-cursor'].includes(kind));

describe('a room signs', () => {
  test('above as many readers as the settings say, and proves to each below (W12)', () => {
    expect(sent(write(open(9)))).toEqual(['send']);
    expect(sent(write(open(10)))).toEqual(['sign']);
    expect(sent(open(9).send({ kind: 'cursor-moved' }))).toEqual(['send-cursor']);
    expect(sent(open(10).send({ kind: 'cursor-moved' }))).toEqual(['sign']);
  });

  test('unless a present session or the sending one has no public key (W12)', () => {
    expect(sent(write(open(12, (sessionId) => sessionId !== peerAt(5))))).toEqual(['send']);
    expect(sent(write(open(12, (sessionId) => sessionId !== OWN)))).toEqual(['send']);
  });

  test('again when that one has gone', () => {
    const core = open(12, (sessionId) => sessionId !== peerAt(5));
    const rest = Array.from({ length: 11 }, (_, at) => peerAt(at)).filter((id) => id !== peerAt(5));
    core.send({ kind: 'present', sessions: [OWN, ...rest] });
    core.pass(1000);
    expect(sent(write(core))).toEqual(['sign']);
  });

  test('although presence shows sessions that the roster does not list (W12h)', () => {
    const core = open(10);
    const peers = Array.from({ length: 9 }, (_, at) => peerAt(at));
    core.send({ kind: 'present', sessions: [OWN, ...peers, peerAt(77)] });
    core.pass(1000);
    expect(sent(write(core))).toEqual(['sign']);
  });

  test('updates with the generation, tag and counter of their rows', () => {
    const effect = write(open(10)).find(({ kind }) => kind === 'sign');
    expect(effect).toMatchObject({
      lane: 'upd',
      generation: 1,
      content: { kind: 'update', sessionId: OWN, counter: 1, tag: expect.any(Uint8Array) },
    });
  });
});

test('a signed update takes the cursor along at no further event (W12e, A7)', () => {
  const [signed, proven] = [open(10), open(9)];
  for (const core of [signed, proven]) {
    core.send({ kind: 'cursor-moved' });
    core.send({ kind: 'cursor-moved' });
    core.pass(2000);
  }
  const before = signed.state.traffic.owed;
  const effects = write(signed);
  expect(effects).toContainEqual({ kind: 'stop-timer', name: 'cursor' });
  expect(signed.state.traffic.owed - before).toBeLessThanOrEqual(10);
  expect(signed.state.traffic.cursor.dueAtMs).toBeNull();
  // The next move waits for the window that began with the text.
  expect(timers(signed.send({ kind: 'cursor-moved' }))).toEqual(['cursor']);
  write(proven);
  expect(sent(proven.send({ kind: 'cursor-moved' }))).toEqual(['send-cursor']);
});

test('the cursor waits for text that waits for the store or its window, a second at most (W12e)', () => {
  for (const text of ['of the store', 'of the window']) {
    const core = open(10);
    if (text === 'of the window') write(core);
    core.send({ kind: 'local-update', update: new Uint8Array([0, 0]), title: false });
    const counter = core.state.outbox.lastCounter;
    core.send({ kind: 'own-noted', counter, sent: text === 'of the store', bytes: 2 });
    const moved = [...core.send({ kind: 'cursor-moved' }), ...core.send({ kind: 'cursor-rested' })];
    expect(sent(moved)).toEqual([]);
    expect(delayOf(moved, 'cursor')).toBe(1000);
    core.pass(100);
    core.send({ kind: 'stored', counter, revision: 1, ok: true });
    core.send({ kind: 'timer', name: 'send' });
    expect(core.state.traffic.cursor.dueAtMs).toBeNull();
    // Text that never leaves does not hold it back for good.
    core.send({ kind: 'local-update', update: new Uint8Array([0, 0]), title: false });
    core.send({ kind: 'cursor-moved' });
    core.pass(1000);
    expect(sent(core.send({ kind: 'timer', name: 'cursor' }))).toEqual(['sign']);
  }
});

const CURSOR = { clock: 3, bytes: encodeCursorBytes({ anchor: { tname: 'x' }, head: { tname: 'x' } }) };

function frame(kind: 'update' | 'awareness', author = PEER, bytes = new Uint8Array([0, 0])): Uint8Array {
  const fields = { sessionId: author, head: 0 };
  const body = encodeBody(
    kind === 'update' ? { ...fields, kind, counter: 1, tag: new Uint8Array(16), bytes } : { ...fields, kind },
    CURSOR,
  );
  return sealBody(body, new Uint8Array(64));
}

/** Receives a frame, answers each verification, and returns all effects. */
function receive(core: Core, lane: Lane, bytes: Uint8Array, isValid = true): Effect[] {
  const effects = [...core.send({ kind: 'lane-bytes', lane, bytes })];
  return settle(core, effects, isValid);
}

function settle(core: Core, effects: Effect[], isValid = true): Effect[] {
  for (const effect of effects) {
    if (effect.kind === 'then') effects.push(...core.send(effect.event));
    if (effect.kind === 'verify')
      effects.push(
        ...core.send({ kind: 'frame-verified', frame: effect.frame, isValid, isHeld: effect.isHeld }),
      );
  }
  return effects;
}

describe('a signed frame', () => {
  test('is applied and shown after its author’s key has verified it, and not before (W12c)', () => {
    const core = open(10);
    const [first, ...rest] = core.send({ kind: 'lane-bytes', lane: 'upd', bytes: frame('update') });
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ kind: 'verify', generation: 1, publicKey: publicKeyOf(PEER) });
    const effects = settle(core, [first!]);
    expect(kinds(effects)).toEqual(expect.arrayContaining(['apply', 'show-cursor']));
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'show-cursor', clock: 3, isBinary: true, bytes: CURSOR.bytes }),
    );
    expect(core.state.relaying.count).toBe(1);
    expect(core.state.peers[PEER]?.have).toBe(1);
    expect(kinds(receive(open(10), 'aw', frame('awareness')))).toContain('show-cursor');
  });

  test('that is not valid has no effect but a pull', () => {
    const core = open(10);
    core.send({ kind: 'timer', name: 'pull' });
    core.answerPull();
    const effects = receive(core, 'upd', frame('update'), false);
    expect(kinds(effects)).not.toContain('apply');
    expect(kinds(effects)).not.toContain('show-cursor');
    expect(timers(effects)).toContain('pull');
    expect([core.state.relaying.count, core.state.peers]).toEqual([0, {}]);
    expect(kinds(receive(open(10), 'aw', frame('awareness'), false))).not.toContain('show-cursor');
  });

  test('of an author without a public key is never shown', () => {
    const core = open(12, (sessionId) => sessionId !== PEER);
    for (const kind of ['update', 'awareness'] as const) {
      const effects = receive(core, kind === 'update' ? 'upd' : 'aw', frame(kind));
      expect(kinds(effects).filter((each) => ['verify', 'apply', 'show-cursor'].includes(each))).toEqual([]);
    }
    expect(core.state.people.held).toEqual({});
    expect(core.state.relaying.count).toBe(0);
  });

  test('of an author outside the roster is held until a read of the roster brings the key (W10d)', () => {
    const core = open(10);
    const stranger = peerAt(50);
    const early = [
      ...receive(core, 'upd', frame('update', stranger)),
      ...receive(core, 'aw', frame('awareness', stranger)),
    ];
    expect(kinds(early)).not.toContain('verify');
    core.pass(60_000);
    core.send({ kind: 'timer', name: 'roster' });
    const entry = { sessionId: stranger, clientId: 99, userId: 'cid', name: 'Cid', color: '#112233' };
    const value = [{ ...entry, key: keyBetween(stranger, OWN), publicKey: publicKeyOf(stranger) }];
    const request = core.state.people.request?.id ?? 0;
    const read = { kind: 'roster-read', request, outcome: { ok: true, value } } as const;
    const effects = settle(core, [...core.send(read)]);
    expect(kinds(effects).filter((kind) => kind === 'verify')).toHaveLength(2);
    expect(kinds(effects)).toEqual(expect.arrayContaining(['apply', 'show-cursor']));
    expect(core.state.peers[stranger]?.have).toBe(1);
  });

  test('is ignored on other lanes, of the local session, or when it is too large (W5, W5a, W4a)', () => {
    const core = open(10);
    const ignored = [
      ...(['ctl', 'aw'] as const).flatMap((lane) => receive(core, lane, frame('update'))),
      ...(['ctl', 'upd'] as const).flatMap((lane) => receive(core, lane, frame('awareness'))),
      ...receive(core, 'upd', frame('update', OWN)),
      ...receive(core, 'aw', frame('awareness', OWN)),
      ...receive(core, 'upd', frame('update', PEER, new Uint8Array(300 * 1024))),
    ];
    expect(kinds(ignored).filter((kind) => ['verify', 'apply', 'show-cursor'].includes(kind))).toEqual([]);
  });
});
