import { describe, expect, test } from 'vitest';
import {
  couldLoseText,
  roomStatus,
  storageTrouble,
  type Surroundings,
} from '../../../../src/app/room/room-status.ts';
import { MAX_DOCUMENT_WEIGHT } from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import type { ProviderView } from '#yjs-supabase';

const OPEN: ProviderView = {
  phase: 'open',
  loaded: true,
  confirmed: true,
  role: 'editor',
  mayEdit: true,
  ended: null,
  refused: null,
  unsaved: 0,
  unsavedForMs: 0,
  overdue: false,
  kept: false,
  storing: false,
  reachable: true,
  signedOut: false,
  behind: false,
  live: true,
  livePaused: false,
};
const NOT_LOADED: ProviderView = { ...OPEN, phase: 'loading', loaded: false, role: null, live: false };
const FINE: Surroundings = { online: true, storage: null, images: 'none', weight: 0, waits: false };
const status = (change: Partial<ProviderView>, around: Partial<Surroundings> = {}) =>
  roomStatus({ ...OPEN, ...change }, { ...FINE, ...around });
const unloaded = (change: Partial<ProviderView> = {}) => roomStatus({ ...NOT_LOADED, ...change }, FINE);

test('a text of this device that the server refuses is not shown', () => {
  expect(status({ confirmed: false, reachable: false })).toMatchObject({ kind: 'open', save: 'offline' });
  expect(status({ confirmed: false, ended: 'forbidden' })).toEqual({ kind: 'failed', code: 'forbidden' });
});

test('a text of this device is saved only when the server was asked and has the changes of closed tabs', () => {
  expect(status({ confirmed: false })).toMatchObject({ save: 'saving' });
  expect(status({}, { waits: true })).toMatchObject({ save: 'saving' });
  expect(status({})).toMatchObject({ save: 'saved' });
});

describe('a document that is not loaded', () => {
  test('is loading, and reports an unreachable server', () => {
    expect(unloaded()).toEqual({ kind: 'loading' });
    expect(unloaded({ reachable: false })).toEqual({ kind: 'failed', code: 'unreachable' });
  });

  test('is failed without access or when signed out, never open', () => {
    expect(unloaded({ phase: 'ended', ended: 'forbidden' })).toEqual({
      kind: 'failed',
      code: 'forbidden',
    });
    expect(unloaded({ signedOut: true })).toEqual({
      kind: 'failed',
      code: 'unauthenticated',
    });
  });
});

describe('saved', () => {
  test('requires an empty outbox, a reachable server and nothing missing', () => {
    expect(status({})).toMatchObject({ save: 'saved', cause: null, role: 'editor' });
    expect(status({ behind: true })).toMatchObject({ save: 'saving' });
    expect(status({ reachable: false })).toMatchObject({ save: 'offline', cause: 'server-unreachable' });
    expect(status({ reachable: false }, { online: false })).toMatchObject({
      save: 'offline',
      cause: 'no-network',
    });
    expect(status({ signedOut: true })).toMatchObject({ save: 'signed-out', cause: 'sign-in-expired' });
  });

  test.each([
    [{ unsaved: 1 }, 'saving'],
    [{ unsaved: 1, reachable: false }, 'saving'],
    [{ unsaved: 1, reachable: false, overdue: true }, 'not-saved'],
    [{ unsaved: 1, reachable: false, kept: true }, 'offline'],
    // The line is there.
    [{ unsaved: 1, overdue: true, kept: true }, 'saving'],
    [{ unsaved: 1, overdue: true }, 'not-saved'],
    [{ unsaved: 1, overdue: true, storing: true }, 'saving'],
    [{ unsaved: 1, reachable: false, overdue: true, storing: true }, 'saving'],
    [{ unsaved: 1, signedOut: true }, 'not-saved'],
    [{ unsaved: 1, signedOut: true, kept: true }, 'signed-out'],
    [{ unsaved: 1, signedOut: true, kept: true, reachable: false }, 'signed-out'],
    [{ signedOut: true, reachable: false }, 'signed-out'],
    [{ unsaved: 1, refused: 'too_large', kept: true }, 'not-saved'],
    [{ unsaved: 1, ended: 'forbidden', kept: true }, 'not-saved'],
    [{ ended: 'forbidden' }, 'ended'],
    [{ ended: 'gone', reachable: false }, 'ended'],
  ] as const)('%o is %s', (change, save) => {
    expect(status(change)).toMatchObject({ save });
  });
});

describe('viewers', () => {
  test.each(['viewer', 'commenter'] as const)(
    'a %s has nothing to save, whatever the connection state',
    (role) => {
      for (const change of [{}, { behind: true }, { reachable: false }, { signedOut: true }])
        expect(status({ role, ...change })).toMatchObject({ save: 'view-only' });
    },
  );

  test('changes made before edit access was lost are not saved', () => {
    expect(status({ role: 'viewer', refused: 'forbidden', unsaved: 1, kept: true })).toMatchObject({
      save: 'not-saved',
    });
    expect(status({ role: 'viewer', refused: 'forbidden' })).toMatchObject({ save: 'view-only' });
    expect(status({ role: 'viewer', ended: 'forbidden' })).toMatchObject({ save: 'ended' });
  });
});

describe('images', () => {
  test.each([
    ['sending', {}, 'saving'],
    ['sending', { unsaved: 1 }, 'saving'],
    ['sending', { unsaved: 1, overdue: true }, 'not-saved'],
    ['sending', { reachable: false }, 'not-saved'],
    ['sending', { reachable: false, unsaved: 1, kept: true }, 'not-saved'],
    ['sending', { signedOut: true }, 'not-saved'],
    ['failed', {}, 'not-saved'],
    ['failed', { unsaved: 1 }, 'not-saved'],
    ['failed', { reachable: false }, 'not-saved'],
    ['failed', { role: 'viewer', refused: 'forbidden' }, 'not-saved'],
    ['failed', { ended: 'forbidden' }, 'not-saved'],
  ] as const)('%s, and %o: %s', (images, change, save) => {
    expect(status(change, { images })).toMatchObject({ save, hasUnsaved: true });
  });

  test('that exist only on the page are not shown as kept on this device', () => {
    const change = { reachable: false, unsaved: 1, kept: true } as const;
    expect(status(change, { images: 'sending' })).toMatchObject({ keeps: false });
    expect(status(change)).toMatchObject({ keeps: true });
  });

  test('a failed one is the cause, unless there is a more serious one', () => {
    expect(status({}, { images: 'failed' })).toMatchObject({ cause: 'image-failed' });
    expect(status({ reachable: false }, { images: 'failed' })).toMatchObject({ cause: 'server-unreachable' });
    expect(status({}, { images: 'sending' })).toMatchObject({ cause: null });
  });
});

describe('a document with a size limit', () => {
  const fullnessAt = (share: number, role: Role = 'editor') => {
    const shown = status({ role }, { weight: MAX_DOCUMENT_WEIGHT * share });
    return shown.kind === 'open' ? shown.fullness : undefined;
  };

  test('warns before it is reached', () => {
    expect([0, 0.89, 0.9, 0.99, 1, 2].map((share) => fullnessAt(share))).toEqual([
      null,
      null,
      'nearly',
      'nearly',
      'full',
      'full',
    ]);
  });

  test('warns users who can edit', () => {
    expect([fullnessAt(1, 'owner'), fullnessAt(1, 'commenter'), fullnessAt(1, 'viewer')]).toEqual([
      'full',
      null,
      null,
    ]);
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
    [{ ended: 'not_found' }, 'access-removed'],
    [{ ended: 'upgrade_required' }, 'upgrade-required'],
    [{ ended: 'generation_mismatch' }, 'rebuilt'],
    [{ refused: 'too_large' }, 'too-large'],
    [{ refused: 'document_full' }, 'document-full'],
    [{ refused: 'session_invalid', unsaved: 1 }, 'session-refused'],
    [{ refused: 'update_rejected', unsaved: 1 }, 'refused'],
    [{ refused: 'counter_reused', unsaved: 1 }, 'refused'],
    [{ refused: 'bad_request', unsaved: 1 }, 'refused'],
    [{ ended: 'bad_request' }, 'refused'],
    [{ signedOut: true }, 'sign-in-expired'],
    [{ signedOut: true, reachable: false }, 'sign-in-expired'],
    [{ reachable: false }, 'server-unreachable'],
    [{ unsaved: 1, overdue: true }, 'slow'],
    [{ unsaved: 1 }, null],
    [{ live: false, livePaused: true }, 'live-paused'],
    [{ live: false }, null],
  ] as const)('%o is %s', (change, cause) => {
    expect(status(change)).toMatchObject({ cause });
  });

  test('nothing waits for long without a cause', () => {
    const choices = [true, false];
    for (const reachable of choices)
      for (const signedOut of choices)
        for (const kept of choices)
          for (const refused of [null, 'forbidden', 'update_rejected', 'new-code'])
            expect(
              status({
                unsaved: 1,
                unsavedForMs: 30_000,
                overdue: true,
                reachable,
                signedOut,
                kept,
                refused,
              }),
            ).not.toMatchObject({ cause: null });
  });

  test('a user who lost edit access is a viewer', () => {
    expect(status({ ended: 'forbidden' })).toMatchObject({ role: 'viewer' });
    expect(status({ refused: 'session_invalid' })).toMatchObject({ role: 'viewer' });
  });

  test('only a document that can no longer be read has ended', () => {
    expect(status({ ended: 'forbidden' })).toMatchObject({ ended: true });
    expect(status({ refused: 'forbidden', unsaved: 1 })).toMatchObject({ ended: false });
  });
});

describe('this device', () => {
  const offline = { unsaved: 1, reachable: false, overdue: true } as const;

  test('is claimed to keep changes only if it does', () => {
    expect(status({ ...offline, kept: true })).toMatchObject({ keeps: true, storage: null });
    expect(status(offline)).toMatchObject({ keeps: false });
    expect(status(offline, { storage: 'full' })).toMatchObject({ keeps: false, storage: 'full' });
  });

  test('without storage is reported before anything is lost, to users who can edit', () => {
    expect(status({}, { storage: 'denied' })).toMatchObject({
      save: 'saved',
      storage: 'denied',
      keeps: false,
    });
    expect(status({ role: 'viewer' }, { storage: 'denied' })).toMatchObject({ storage: null });
    expect(status({ ended: 'forbidden' }, { storage: 'denied' })).toMatchObject({ storage: null });
  });
});

test.each([
  [undefined, 'denied'],
  [null, null],
  ['quota', 'full'],
  ['denied', 'denied'],
  ['timed-out', 'broken'],
  ['blocked', 'broken'],
] as const)('storage with problem %s is %s', (problem, trouble) => {
  expect(storageTrouble(problem === undefined ? undefined : { problem })).toBe(trouble);
});

test('changes stored only on this device count as unsaved: the page stays when the session ends', () => {
  expect(status({ unsaved: 1, signedOut: true, kept: true })).toMatchObject({
    save: 'signed-out',
    hasUnsaved: true,
  });
  expect(status({ signedOut: true })).toMatchObject({ save: 'signed-out', hasUnsaved: false });
});

test('the age of the oldest change is passed on', () => {
  expect(status({ unsaved: 2, unsavedForMs: 310_000, overdue: true })).toMatchObject({
    unsavedForMs: 310_000,
  });
});

test('closing needs confirmation only if changes could be lost', () => {
  expect(couldLoseText({ ...OPEN, unsaved: 1 })).toBe(false);
  expect(couldLoseText({ ...OPEN, unsaved: 1, reachable: false })).toBe(true);
  expect(couldLoseText({ ...OPEN, unsaved: 1, reachable: false, kept: true })).toBe(false);
  expect(couldLoseText({ ...OPEN, unsaved: 0, reachable: false })).toBe(false);
});
