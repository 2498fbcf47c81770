import type { Factor } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { accountQuery } from '../../../../src/app/data/account.ts';
import { makeSession } from '../sessions.ts';

vi.mock('../../../../src/app/data/supabase.ts', () => ({ getSupabase: () => undefined }));

test('the account is refetched when this browser receives a changed session', () => {
  const keyOf = (user: Parameters<typeof makeSession>[1]) =>
    JSON.stringify(accountQuery(makeSession({}, user).user).queryKey);
  const app = { id: 'app', status: 'unverified', factor_type: 'totp' } as Factor;
  const keys = [
    keyOf({}),
    keyOf({ updated_at: '2026-11-21T00:00:00Z' }),
    keyOf({ factors: [app] }),
    keyOf({ factors: [{ ...app, status: 'verified' }] }),
  ];
  expect(new Set(keys).size).toBe(4);
  expect(keyOf({})).toBe(keys[0]);
});
