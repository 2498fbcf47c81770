/** A core that tests step manually: it has loaded an empty document, and its lanes are joined. */
import { step } from '../../src/yjs-supabase/src/core/core.ts';
import type { CoreEvent, Effect } from '../../src/yjs-supabase/src/core/events.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/yjs-supabase/src/core/settings.ts';
import { startState } from '../../src/yjs-supabase/src/core/state.ts';
import { proveTo } from '../../src/yjs-supabase/src/protocol/proof.ts';
import { openTagKey } from '../../src/yjs-supabase/src/protocol/tag.ts';
import { encodeWireFrame } from '../../src/yjs-supabase/src/protocol/frame.ts';
import { keyBetween, secretOf } from './make-tag.ts';

export const OWN = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0ff';
export const PEER = '11111111-2222-4333-8444-555555555555';
export const ENTRY = { sessionId: PEER, clientId: 7, userId: 'ben', name: 'Ben', color: '#112233' };

const FACTS = { role: 'editor', mayEdit: true, generation: 1, epoch: 1 } as const;

/** Opens such a core. `asked` returns the id of the last request of a kind. */
export function openJoined(chance = 0.5, settings: Partial<Settings> = {}) {
  let state = startState(OWN, { ...DEFAULT_SETTINGS, ...settings }, true);
  let nowMs = 1000;
  const asked = new Map<string, number>();
  const send = (event: CoreEvent): readonly Effect[] => {
    const result = step(state, event, { nowMs, chance });
    state = result.state;
    for (const effect of result.effects) if ('request' in effect) asked.set(effect.kind, effect.request);
    return result.effects;
  };
  const last = (kind: string): number => asked.get(kind) ?? 0;
  const answerPull = (head = 0) => {
    const value = { ...FACTS, head, chain: '', schema: 1, snapshot: null, rows: [] };
    return send({ kind: 'pulled', request: last('pull'), outcome: { ok: true, value } });
  };
  const join = (): void => {
    const { round } = state.lanes;
    for (const lane of ['ctl', 'upd', 'aw'] as const) send({ kind: 'lane-joined', round, lane });
  };
  send({ kind: 'connect' });
  answerPull();
  join();
  nowMs += 10_000;
  return {
    send,
    answerPull,
    join,
    asked: last,
    pass: (durationMs: number) => (nowMs += durationMs),
    askHead: (head: number, host?: unknown) => {
      nowMs += 10_000;
      send({ kind: 'timer', name: 'poll' });
      const value = {
        ...FACTS,
        head,
        chain: String(head),
        rows: null,
        snapshot: { seq: 0, digest: '' },
        host,
      };
      return send({ kind: 'head-read', request: last('read-head'), outcome: { ok: true, value } });
    },
    /** A message for the host. */
    tell: () => send({ kind: 'lane-message', lane: 'ctl', event: 'note', payload: { version: 1 } }),
    say: () => send({ kind: 'lane-message', lane: 'ctl', event: 'head', payload: { head: 1 } }),
    get state() {
      return state;
    },
  };
}

export type Core = ReturnType<typeof openJoined>;

export const kinds = (effects: readonly Effect[]): readonly string[] => effects.map(({ kind }) => kind);
export const delayOf = (effects: readonly Effect[], name: string): number | undefined =>
  effects.flatMap((effect) =>
    effect.kind === 'start-timer' && effect.name === name ? effect.delayMs : [],
  )[0];

export const timers = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((effect) => (effect.kind === 'start-timer' ? [effect.name] : []));

export function hearPeer(core: Core, kind: 'update' | 'awareness'): void {
  const said = { kind, counter: 1, bytes: new Uint8Array([0, 0]) };
  const proofs = proveTo(openTagKey(secretOf(PEER)), [OWN], said);
  const about = { ...said, sessionId: PEER, head: 0, proofs };
  const bytes = encodeWireFrame(
    kind === 'update' ? { ...about, kind, tag: new Uint8Array(16) } : { ...about, kind },
  );
  for (const effect of core.send({ kind: 'lane-bytes', lane: kind === 'update' ? 'upd' : 'aw', bytes }))
    if (effect.kind === 'then') core.send(effect.event);
}

export function answerRoster(core: Core): readonly Effect[] {
  core.send({ kind: 'timer', name: 'roster' });
  const request = core.state.people.request?.id ?? 0;
  const value = [{ ...ENTRY, key: keyBetween(PEER, OWN) }];
  return core.send({ kind: 'roster-read', request, outcome: { ok: true, value } });
}

export function openSession(core: Core): void {
  const value = { ...FACTS, head: 0, tagKey: openTagKey(secretOf(OWN)) };
  core.send({
    kind: 'session-opened',
    request: core.asked('open-session'),
    outcome: { ok: true, value },
  });
  answerRoster(core);
}

/** A local update that the outbox stores immediately. */
export function write(core: Core): readonly Effect[] {
  const update = new Uint8Array([0, 0]);
  const effects = [...core.send({ kind: 'local-update', update, title: false })];
  for (const effect of effects) {
    if (effect.kind === 'then') effects.push(...core.send(effect.event));
    if (effect.kind === 'store') effects.push(...core.send({ ...effect, kind: 'stored', ok: true }));
  }
  return effects;
}

export const peerAt = (at: number): string => `11111111-2222-4333-8444-${String(at).padStart(12, '0')}`;

/** The public key of a session, in a room where all have one. */
export const publicKeyOf = (sessionId: string): Uint8Array => secretOf(`public ${sessionId}`);

/**
 * A room of `people` sessions, all in the roster, that has been silent for a while. `keyed`: those that have a public key.
 */
export function openRoom(
  people: number,
  settings: Partial<Settings> = {},
  chance = 0.5,
  keyed: (sessionId: string) => boolean = () => false,
): Core {
  const core = openJoined(chance, settings);
  openSession(core);
  const peers = Array.from({ length: people - 1 }, (_, at) => peerAt(at));
  core.send({ kind: 'present', sessions: [OWN, ...peers] });
  core.send({ kind: 'timer', name: 'roster' });
  const value = [...peers, OWN].map((sessionId, at) => ({
    ...{ sessionId, clientId: at + 10, userId: sessionId, name: 'Peer', color: '#112233' },
    key: keyBetween(sessionId, OWN),
    publicKey: keyed(sessionId) ? publicKeyOf(sessionId) : null,
  }));
  const request = core.state.people.request?.id ?? 0;
  core.send({ kind: 'roster-read', request, outcome: { ok: true, value } });
  core.pass(60_000);
  core.send({ kind: 'timer', name: 'announce' });
  core.pass(60_000);
  core.send({ kind: 'timer', name: 'cursor' });
  core.pass(60_000);
  return core;
}
