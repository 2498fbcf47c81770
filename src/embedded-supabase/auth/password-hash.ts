import { hash, verify } from '@node-rs/bcrypt';

/** GoTrue's cost and version, so that users move to and from hosted Supabase with their passwords. */
const HASHING = { cost: 10, version: '2a', rejectLongPasswords: true } as const;

/** The hash of a random text that nobody knows. */
const NOBODYS_HASH = '$2a$10$OL51Gbwavy3PmGKnq4/Aie3j6A7b6Q5xl9F9AtL1rR2bu8qzZ5gOu';

/** Bcrypt for `auth.users.encrypted_password`. Passwords over 72 bytes are refused by `checkPassword` before. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, HASHING);
}

/**
 * Whether the password is the stored one. Takes as long when there is no user or no password, so that the time of an
 * answer does not tell whether an address is registered.
 */
export async function isPasswordOf(stored: string | null | undefined, password: string): Promise<boolean> {
  const hasPassword = stored !== null && stored !== undefined && stored !== '';
  const matches = await verify(password, hasPassword ? stored : NOBODYS_HASH);
  return hasPassword && matches;
}
