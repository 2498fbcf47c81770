import { readKeptList, type ListedOnDevice } from '../data/kept-lists.ts';
import { createdHere } from '../data/waiting-actions.ts';
import type { Held } from './choose-evicted.ts';
import type { LocalCopy } from './local-copy.ts';
import type { ReasonRow, TextsOnDevice } from './texts-on-device.ts';

/** Documents that stay on this device because of what the user chose or wrote. */
export async function readHeld(
  userId: string,
  texts: Pick<TextsOnDevice, 'listReasons'>,
  copy: Pick<LocalCopy, 'listUnsent'>,
): Promise<Held> {
  const [reasons, unsent] = await Promise.all([texts.listReasons(), copy.listUnsent()]);
  const documents = readKeptList(userId)?.documents ?? [];
  const always = new Set([
    ...pinnedIn(documents, reasons),
    ...createdHere(userId),
    ...(unsent.ok ? unsent.value.map(({ documentId }) => documentId) : []),
  ]);
  return { always, favorites: new Set(documents.filter(({ favorite }) => favorite).map(({ id }) => id)) };
}

/** Pinned documents, and those in pinned folders. */
export function pinnedIn(
  documents: readonly ListedOnDevice[],
  reasons: readonly ReasonRow[],
): ReadonlySet<string> {
  const pins = new Set(reasons.filter(({ reason }) => reason === 'pinned').map(({ id }) => id));
  const inFolders = documents.filter(({ folderId }) => folderId !== null && pins.has(folderId));
  return new Set([...pins, ...inFolders.map(({ id }) => id)]);
}
