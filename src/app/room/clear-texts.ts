import { clearKeptLists, listKeptUsers } from '../data/kept-lists.ts';
import { clearActions } from '../data/waiting-actions.ts';
import { openLocalDatabase } from './local-copy-database.ts';
import { textsNameOf, textsUserOf } from './texts-name.ts';

const nothing = (): void => undefined;

/** Deletes the texts and the lists of a user. False if they are still there. */
export async function clearTexts(userId: string): Promise<boolean> {
  clearKeptLists(userId);
  if (typeof indexedDB === 'undefined') return true;
  const database = { name: textsNameOf(userId), version: 1, factory: indexedDB };
  return (await openLocalDatabase({ ...database, create: nothing, onLost: nothing }).destroy()).ok;
}

/** The changes of the list that wait too. */
export function clearAll(userId: string): Promise<boolean> {
  clearActions(userId);
  return clearTexts(userId);
}

/** Deletes what this device keeps of the texts of everybody else. What they have not sent yet stays. */
export async function clearTextsOfOthers(userId: string | null): Promise<void> {
  // An older Firefox lists no databases; there the lists name the users.
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
  const found = databases.flatMap(({ name = '' }) => textsUserOf(name) ?? []);
  const others = new Set([...found, ...listKeptUsers()].filter((other) => other !== userId));
  await Promise.all([...others].map(clearTexts));
}
