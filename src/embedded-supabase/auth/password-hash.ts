import { hash, verify } from '@node-rs/bcrypt';

/** GoTrue's cost and version, so that users can move to and from hosted Supabase with their passwords. */
const HASHING = { cost: 10, version: '2a', rejectLongPasswords: true } as const;

/** The hash of a discarded random password. */
const NOBODYS_HASH = '$2a$10$OL51Gbwavy3PmGKnq4/Aie3j6A7b6Q5xl9F9AtL1rR2bu8qzZ5gOu';

/**
 * Hashes with bcrypt for `auth.users.encrypted_password`. `checkPassword` has already refused passwords over 72 bytes.
 */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, HASHING);
}

/**
 * Whether the password matches the stored hash. Takes the same time when there is no user or no password, so that the
 * timing does not reveal whether an address is registered.
 */
export async function isPasswordOf(stored: string | null | undefined, password: string): Promise<boolean> {
  const hasPassword = stored !== null && stored !== undefined && stored !== '';
  const matches = await verify(password, hasPassword ? stored : NOBODYS_HASH);
  return hasPassword && matches;
}
