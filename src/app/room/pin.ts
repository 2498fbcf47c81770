/** Documents and folders that the user keeps on this device. */
import { readKeptList } from '../data/kept-lists.ts';
import type { ListedDocument } from '../data/documents.ts';
import { holdSoon } from './hold-texts.ts';
import { RECENT_AHEAD } from './choose-fetched.ts';
import { readHeld } from './read-held.ts';
import { textsOf } from './texts-of.ts';
import { deviceOf } from './this-device.ts';

/** Keeps a document, or those of a folder. Call it by a gesture: some browsers ask about storage. False if it cannot be kept. */
export async function pin(userId: string, id: string): Promise<boolean> {
  const texts = textsOf(userId);
  if (!texts) return false;
  void navigator.storage?.persist?.();
  const isKept = await texts.setReason({ id, reason: 'pinned' });
  if (isKept) holdSoon();
  return isKept;
}

/** Frees what nothing else keeps here: a favorite, text that was not sent, or one that was opened lately. */
export async function unpin(userId: string, id: string): Promise<void> {
  const [texts, device] = [textsOf(userId), deviceOf(userId)];
  if (!texts || !device) return;
  await texts.dropReason({ id, reason: 'pinned' });
  const documents = readKeptList<ListedDocument>(userId)?.documents ?? [];
  const { always, favorites } = await readHeld(userId, texts, device.copy);
  const recent = documents
    .filter(({ openedAt }) => openedAt !== null)
    .toSorted((one, other) => Number(other.openedAt) - Number(one.openedAt))
    .slice(0, RECENT_AHEAD);
  const stays = new Set([...always, ...favorites, ...recent.map((each) => each.id)]);
  const freed = [id, ...documents.filter(({ folderId }) => folderId === id).map((each) => each.id)];
  for (const each of freed) if (!stays.has(each)) await texts.remove(each);
}
