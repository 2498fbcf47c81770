import { describe, expect, test } from 'vitest';
import { readJoinRequest } from '../../../../src/embedded-supabase/realtime/join-request.ts';

const DEFAULTS = {
  isPrivate: false,
  ackBroadcasts: false,
  receiveOwn: false,
  wantsReplicationReady: false,
  replay: { wanted: false },
  presenceKey: null,
  presenceEnabled: true,
  postgresChanges: [],
  token: null,
};

describe('an invalid join is read as the defaults', () => {
  test.each([
    [undefined],
    [null],
    ['nonsense'],
    [[]],
    [{}],
    [{ config: null }],
    [{ config: 7, access_token: 5 }],
    [{ config: { private: 'maybe', broadcast: 3, presence: [], postgres_changes: {} } }],
    [{ config: { broadcast: { ack: 'yes' }, presence: { key: 5, enabled: 'perhaps' } } }],
  ])('%j', (payload) => {
    expect(readJoinRequest(payload)).toEqual(DEFAULTS);
  });
});

test('one invalid part does not affect the others', () => {
  const config = {
    private: 'true',
    broadcast: { ack: true, self: 'nonsense' },
    presence: { enabled: 'false' },
  };
  expect(readJoinRequest({ config })).toEqual({
    ...DEFAULTS,
    isPrivate: true,
    ackBroadcasts: true,
    presenceEnabled: false,
  });
});

test('an empty presence key is to be generated', () => {
  expect(readJoinRequest({ config: { presence: { key: '' } } }).presenceKey).toBeNull();
  expect(readJoinRequest({ config: { presence: { key: 'ann' } } }).presenceKey).toBe('ann');
});

test('keys are not tokens; the legacy user_token takes precedence', () => {
  expect(readJoinRequest({ access_token: 'sb_publishable_x' }).token).toBeNull();
  expect(readJoinRequest({ access_token: 'a.b.c' }).token).toBe('a.b.c');
  expect(readJoinRequest({ access_token: 'a.b.c', user_token: 'd.e.f' }).token).toBe('d.e.f');
});

test.each([
  [{ since: 5 }, { wanted: true, valid: true, sinceMs: 5, limit: 25 }],
  [
    { since: 5, limit: 3 },
    { wanted: true, valid: true, sinceMs: 5, limit: 3 },
  ],
  [
    { since: 5, limit: 100 },
    { wanted: true, valid: true, sinceMs: 5, limit: 25 },
  ],
  [{ since: 'x' }, { wanted: true, valid: false }],
  [
    { since: 5, limit: 'x' },
    { wanted: true, valid: false },
  ],
  [{}, { wanted: true, valid: false }],
])('replay %j', (replay, expected) => {
  expect(readJoinRequest({ config: { broadcast: { replay } } }).replay).toEqual(expected);
});
