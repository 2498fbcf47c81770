import { openAccount } from './open-account.ts';

/** A new user, Jana: an API client, and the state of a browser in which she is signed in. */
export async function signUpForBrowser(url: string) {
  const { caller, localStorage } = await openAccount(url, 'Jana', 'jana@example.com');
  return { caller, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } };
}
