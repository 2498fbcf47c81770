import type { Factor, Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { makeSession } from '../sessions.ts';
import { readStoredSession } from '../../../../src/app/data/stored-session.ts';
import { nextSessionState, type SessionState } from '../../../../src/app/data/session.ts';

const sessionOf = (id: string): Session => ({
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  user: { id, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
});
const loading: SessionState = { kind: 'loading' };
const ann = sessionOf('ann');

test('signed in, refreshed, signed out', () => {
  const signedIn = nextSessionState(loading, 'SIGNED_IN', ann);
  expect(signedIn).toMatchObject({ kind: 'signed-in', recovering: false });
  const refreshed = nextSessionState(signedIn, 'TOKEN_REFRESHED', { ...ann, access_token: 'b' });
  expect(refreshed).toMatchObject({ session: { access_token: 'b' } });
  const signedOut = nextSessionState(refreshed, 'SIGNED_OUT', null);
  expect(signedOut).toEqual({ kind: 'signed-out', last: { id: 'ann', email: '' } });
  expect(nextSessionState(signedOut, 'SIGNED_OUT', null)).toEqual(signedOut);
  expect(nextSessionState(loading, 'INITIAL_SESSION', null)).toEqual({ kind: 'signed-out', last: null });
});

test('a session that has expired stays while the server cannot be reached, until the server ends it', () => {
  const waiting: SessionState = { kind: 'loading' };
  const stored = nextSessionState(waiting, 'INITIAL_SESSION', null, false, ann);
  expect(stored).toMatchObject({ kind: 'signed-in', session: { user: { id: 'ann' } } });
  expect(nextSessionState(stored, 'INITIAL_SESSION', null, false, ann)).toMatchObject({ kind: 'signed-in' });
  expect(nextSessionState(stored, 'SIGNED_OUT', null, false, ann)).toMatchObject({ kind: 'signed-out' });
  expect(nextSessionState(waiting, 'INITIAL_SESSION', null, false, null)).toMatchObject({
    kind: 'signed-out',
  });
});

test('a stored session counts for thirty days after the last contact', () => {
  const text = JSON.stringify({ ...ann, expires_at: 1_000_000 });
  const day = 86_400_000;
  const read = (afterMs: number, of = text) => readStoredSession(() => of, 1_000_000_000 + afterMs);
  expect(read(60_000)).toMatchObject({ user: { id: 'ann' } });
  expect(read(29 * day)).toMatchObject({ user: { id: 'ann' } });
  expect(read(31 * day)).toBeNull();
  expect(read(0, '{"access_token":')).toBeNull();
  expect(read(0, '{}')).toBeNull();
});

test('a recovery lasts until the new password is set', () => {
  let state = nextSessionState(loading, 'PASSWORD_RECOVERY', ann);
  expect(state).toMatchObject({ recovering: true });
  state = nextSessionState(state, 'TOKEN_REFRESHED', ann);
  expect(state).toMatchObject({ recovering: true });
  state = nextSessionState(state, 'USER_UPDATED', ann);
  expect(state).toMatchObject({ recovering: false });
});

test('a user with an authenticator app is signed in after a code was entered', () => {
  const withApp = (aal: string, status: string) =>
    makeSession({ aal }, { factors: [{ id: 'f', status, factor_type: 'totp' } as Factor] });
  const after = (session: Session) => nextSessionState(loading, 'SIGNED_IN', session);
  expect(after(withApp('aal1', 'verified'))).toMatchObject({ needsCode: true });
  expect(after(withApp('aal2', 'verified'))).toMatchObject({ needsCode: false });
  expect(after(withApp('aal1', 'unverified'))).toMatchObject({ needsCode: false });
  expect(after(ann)).toMatchObject({ needsCode: false });
});

test("one person's recovery is not another's", () => {
  const state = nextSessionState(loading, 'PASSWORD_RECOVERY', ann);
  expect(nextSessionState(state, 'SIGNED_IN', sessionOf('bob'))).toMatchObject({ recovering: false });
});
