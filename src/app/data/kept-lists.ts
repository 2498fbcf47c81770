/**
 * The lists of documents and folders as the server last sent them, in `localStorage`, so that a page shows them at once. The
 * server has all of it, so a list that cannot be read or written is not there.
 */
import { orNull } from './or-null.ts';
import { SHARED } from './shared-name.ts';
import { signedInUserId } from './signed-in-user.ts';

/** The number changes with the form of what is kept. */
const PREFIX = 'spolu-lists-2:';
/** Unsent comments need the room in this storage. */
const MOST_CHARS = 500_000;

/** Only what decides whether a document stays on the device. */
export interface ListedOnDevice {
  readonly id: string;
  readonly favorite: boolean;
  readonly folderId: string | null;
}

interface KeptLists<Document, Folder> {
  readonly documents?: readonly Document[];
  readonly folders?: readonly Folder[];
}

type Dated<Lists> = Lists & {
  /** When the server last sent one of them. */
  readonly atMs: number;
};

export function readKeptList<Document = ListedOnDevice, Folder = unknown>(
  userId: string,
): Dated<KeptLists<Document, Folder>> | null {
  const text = orNull(() => localStorage.getItem(PREFIX + userId));
  return text === null ? null : orNull(() => JSON.parse(text, revive) as Dated<KeptLists<Document, Folder>>);
}

export function keepList(userId: string, lists: KeptLists<unknown, unknown>, atMs = Date.now()): void {
  const text = JSON.stringify({ ...readKeptList(userId), ...lists, atMs });
  if (text.length > MOST_CHARS) clearKeptLists(userId);
  else orNull(() => localStorage.getItem(SHARED) || localStorage.setItem(PREFIX + userId, text));
}

export const clearKeptLists = (userId: string): void =>
  void orNull(() => localStorage.removeItem(PREFIX + userId));

/** Of the signed-in user; nothing while nobody is. */
export const ownKeptList = <Document, Folder>(): Dated<KeptLists<Document, Folder>> | null => {
  const userId = signedInUserId();
  return userId === null ? null : readKeptList(userId);
};

export function keepOwnList(lists: KeptLists<unknown, unknown>): void {
  const userId = signedInUserId();
  if (userId === null) return;
  keepList(userId, lists);
  if (lists.documents) for (const listener of listed) listener(lists.documents);
}

const listed = new Set<(documents: readonly unknown[]) => void>();

/** The listener is called with each list of documents that the server sends to this page. */
export function onListed(listener: (documents: readonly unknown[]) => void): () => void {
  listed.add(listener);
  return () => listed.delete(listener);
}

/** Options of a query: the list of the device is shown at once, and counts as old. */
export const fromDevice = <T>(read: () => T | undefined) => ({ initialData: read, initialDataUpdatedAt: 0 });

/** Users whose lists are on this device. */
export const listKeptUsers = (): readonly string[] =>
  (orNull(() => Object.keys(localStorage)) ?? [])
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));

/** Dates come back as dates. Who is in a document now is not known any more. */
function revive(key: string, value: unknown): unknown {
  if (key === 'here') return [];
  return key.endsWith('At') && typeof value === 'string' ? new Date(value) : value;
}
