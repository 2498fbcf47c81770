import type { ListedDocument } from '../../../../src/app/data/documents.ts';

export const SELF = 'jana';

/** A document of the list, opened this many days ago. */
export function listed(
  title: string,
  change: Partial<ListedDocument> & { readonly days?: number } = {},
): ListedDocument {
  const { days, ...rest } = change;
  return {
    id: title,
    title,
    role: 'owner',
    ownerId: SELF,
    ownerName: 'Jana',
    memberCount: 1,
    updatedAt: new Date('2026-11-01T10:00:00Z'),
    deletedAt: null,
    favorite: false,
    openedAt: days === undefined ? null : new Date(Date.parse('2026-11-20T10:00:00Z') - days * 86_400_000),
    folderId: null,
    isTemplate: false,
    keepOnDevices: true,
    erasedAt: null,
    here: [],
    ...rest,
  };
}
