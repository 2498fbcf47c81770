import { openLocalDatabase } from './local-copy-database.ts';

export const archiveNameOf = (userId: string): string => `spolu-archive-${userId}`;

const nothing = (): void => undefined;

/** Deletes what was prepared for a download of everything. False if it is still there. */
export async function clearArchive(userId: string): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return true;
  const database = { name: archiveNameOf(userId), version: 1, factory: indexedDB };
  return (await openLocalDatabase({ ...database, create: nothing, onLost: nothing }).destroy()).ok;
}
