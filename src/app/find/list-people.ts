import type { ListedDocument } from '../data/documents.ts';
import type { FoundPerson } from './rows.ts';

/** The others who own documents that the user may open, in the order of the list. */
export function listPeople(documents: readonly ListedDocument[], selfId: string): readonly FoundPerson[] {
  const people = new Map<string, FoundPerson>();
  for (const { ownerId, ownerName, deletedAt } of documents) {
    if (ownerId === selfId || deletedAt !== null) continue;
    const shared = (people.get(ownerId)?.shared ?? 0) + 1;
    people.set(ownerId, { userId: ownerId, name: ownerName, shared });
  }
  return [...people.values()];
}
