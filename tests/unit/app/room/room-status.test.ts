import { describe, expect, test } from 'vitest';
import { couldLoseWords, roomStatus } from '../../../../src/app/room/room-status.ts';
import type { ProviderView } from '../../../../src/yjs-supabase/index.ts';

const OPEN: ProviderView = {
  phase: 'open',
  loaded: true,
  role: 'editor',
  ended: null,
  refused: null,
  unsaved: 0,
  overdue: false,
  kept: false,
  reachable: true,
  signedOut: false,
  behind: false,
  live: true,
  livePaused: false,
};
const NOT_LOADED: ProviderView = { ...OPEN, phase: 'loading', loaded: false, role: null, live: false };
const status = (change: Partial<ProviderView>) => roomStatus({ ...OPEN, ...change });

describe('a document that is not loaded', () => {
  test('is loading, and says so when the server cannot be reached', () => {
    expect(roomStatus(NOT_LOADED)).toEqual({ kind: 'loading' });
    expect(roomStatus({ ...NOT_LOADED, reachable: false })).toEqual({ kind: 'failed', code: 'unreachable' });
  });

  test('is failed for a stranger and for who is signed out, never open', () => {
    expect(roomStatus({ ...NOT_LOADED, phase: 'ended', ended: 'forbidden' })).toEqual({
      kind: 'failed',
      code: 'forbidden',
    });
    expect(roomStatus({ ...NOT_LOADED, signedOut: true })).toEqual({
      kind: 'failed',
      code: 'unauthenticated',
    });
  });
});

describe('saved', () => {
  test('needs an empty outbox, a server that answers and nothing missing', () => {
    expect(status({})).toMatchObject({ save: 'saved', cause: null, role: 'editor' });
    expect(status({ behind: true })).toMatchObject({ save: 'saving' });
    expect(status({ reachable: false })).toMatchObject({ save: 'offline', cause: 'server-unreachable' });
    expect(roomStatus({ ...OPEN, reachable: false }, false)).toMatchObject({
      save: 'offline',
      cause: 'no-network',
    });
    expect(status({ signedOut: true })).toMatchObject({ save: 'offline', cause: 'sign-in-expired' });
  });

  test.each([
    [{ unsaved: 1 }, 'saving'],
    [{ unsaved: 1, reachable: false }, 'saving'],
    [{ unsaved: 1, reachable: false, overdue: true }, 'not-saved'],
    [{ unsaved: 1, reachable: false, kept: true }, 'offline'],
    [{ unsaved: 1, overdue: true, kept: true }, 'offline'],
    [{ unsaved: 1, overdue: true }, 'not-saved'],
    [{ unsaved: 1, signedOut: true }, 'not-saved'],
    [{ unsaved: 1, refused: 'too_large', kept: true }, 'not-saved'],
    [{ unsaved: 1, ended: 'forbidden', kept: true }, 'not-saved'],
    [{ ended: 'forbidden' }, 'ended'],
    [{ ended: 'gone', reachable: false }, 'ended'],
  ] as const)('%o is %s', (change, save) => {
    expect(status(change)).toMatchObject({ save });
  });
});

describe('causes', () => {
  test.each([
    [{ ended: 'forbidden' }, 'access-removed'],
    [{ ended: 'forbidden', refused: 'forbidden', unsaved: 1 }, 'access-removed'],
    [{ refused: 'forbidden', unsaved: 1, role: 'viewer' }, 'write-removed'],
    [{ refused: 'forbidden', unsaved: 1, reachable: false }, 'write-removed'],
    [{ refused: 'forbidden', unsaved: 0, role: 'viewer' }, null],
    [{ ended: 'gone' }, 'gone'],
    [{ ended: 'upgrade_required' }, 'upgrade-required'],
    [{ refused: 'too_large' }, 'too-large'],
    [{ refused: 'update_rejected' }, 'other'],
    [{ live: false, livePaused: true }, 'live-paused'],
    [{ live: false }, null],
  ] as const)('%o is %s', (change, cause) => {
    expect(status(change)).toMatchObject({ cause });
  });

  test('who may not write any more is a reader', () => {
    expect(status({ ended: 'forbidden' })).toMatchObject({ role: 'viewer' });
    expect(status({ refused: 'session_invalid' })).toMatchObject({ role: 'viewer' });
  });

  test('only a document that cannot be read any more has ended', () => {
    expect(status({ ended: 'forbidden' })).toMatchObject({ ended: true });
    expect(status({ refused: 'forbidden', unsaved: 1 })).toMatchObject({ ended: false });
  });
});

test('the page asks before closing only when words could be lost', () => {
  expect(couldLoseWords({ ...OPEN, unsaved: 1 })).toBe(false);
  expect(couldLoseWords({ ...OPEN, unsaved: 1, reachable: false })).toBe(true);
  expect(couldLoseWords({ ...OPEN, unsaved: 1, reachable: false, kept: true })).toBe(false);
  expect(couldLoseWords({ ...OPEN, unsaved: 0, reachable: false })).toBe(false);
});
