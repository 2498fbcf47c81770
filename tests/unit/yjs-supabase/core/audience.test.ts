import { expect, test } from 'vitest';
import { audienceOf } from '../../../../src/yjs-supabase/src/core/audience.ts';
import { DEFAULT_SETTINGS } from '../../../../src/yjs-supabase/src/core/settings.ts';
import { startState, type CoreState } from '../../../../src/yjs-supabase/src/core/state.ts';

const { peerTimeoutMs } = DEFAULT_SETTINGS;
const START_MS = 1_000_000;

function makeState(
  lastFrameAtMs: Readonly<Record<string, number>>,
  present: readonly string[] = [],
): CoreState {
  const state = startState('own', DEFAULT_SETTINGS, false);
  return { ...state, people: { ...state.people, present, lastFrameAtMs } };
}

const peersAt = (state: CoreState, afterMs: number): readonly string[] => [
  ...audienceOf(state, START_MS + afterMs).peers,
];

test('a session that is not in presence is a peer for a limited time after its last frame', () => {
  const state = makeState({ ann: START_MS + 10, ben: START_MS, eve: START_MS + 20 });
  expect(peersAt(state, 30)).toEqual(['ann', 'ben', 'eve']);
  expect(peersAt(state, peerTimeoutMs - 1)).toEqual(['ann', 'ben', 'eve']);
  expect(peersAt(state, peerTimeoutMs)).toEqual(['ann', 'eve']);
  expect(peersAt(state, peerTimeoutMs + 10)).toEqual(['eve']);
  expect(peersAt(state, peerTimeoutMs + 20)).toEqual([]);
});

test('a session in presence is a peer without a frame, the local session never', () => {
  const state = makeState({ ben: START_MS }, ['own', 'ann', 'ben']);
  expect(peersAt(state, 0)).toEqual(['ann', 'ben']);
  expect(peersAt(state, peerTimeoutMs)).toEqual(['ann', 'ben']);
});

test('the cache does not mix two clients', () => {
  const [ann, ben] = [makeState({}, ['own', 'ann']), makeState({}, ['own', 'ben'])];
  expect([ann, ben, ann].map((state) => peersAt(state, 0))).toEqual([['ann'], ['ben'], ['ann']]);
});
