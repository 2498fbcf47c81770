import type { ListedDocument } from '../data/documents.ts';

/** A document without other members is removed without a question: no one else loses it, and it can be restored. */
export const isRemovedAtOnce = ({
  role,
  memberCount,
}: Pick<ListedDocument, 'role' | 'memberCount'>): boolean => role === 'owner' && memberCount === 1;
