/** Sessions as supabase-js returns them, with tokens for tests. */
import type { Session, User } from '@supabase/supabase-js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const makeToken = (claims: object): string => `${encode({ alg: 'none' })}.${encode(claims)}.x`;

export function makeSession(
  claims: object = { amr: [{ method: 'password' }] },
  user: Partial<User> = {},
): Session {
  return {
    access_token: makeToken(claims),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 900,
    user: {
      id: 'ann',
      email: 'ann@example.com',
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: '',
      ...user,
    },
  };
}
