import type { Profile } from '../../src/app/data/profiles.ts';

/** A new account's. */
export const PROFILE: Profile = {
  id: 'ann',
  name: 'Ann',
  color: 1,
  avatar: null,
  mayBeFollowed: true,
  caretWhileReading: 'editing',
};
