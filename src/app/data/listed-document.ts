/** A document in the user's list, as the server sends it and as pages use it. */
import * as z from 'zod/mini';
import { roleSchema } from '#contract/roles.ts';

export const listedDocumentSchema = z.pipe(
  z.object({
    id: z.uuid(),
    title: z.string(),
    role: roleSchema,
    owner_id: z.uuid(),
    owner_name: z.string(),
    member_count: z.int().check(z.nonnegative()),
    updated_at: z.coerce.date(),
    deleted_at: z.nullable(z.coerce.date()),
    favorite: z.boolean(),
    opened_at: z.nullable(z.coerce.date()),
    folder_id: z.nullable(z.uuid()),
    // Older servers have none.
    is_template: z._default(z.boolean(), false),
    keep_on_devices: z._default(z.boolean(), true),
    erased_at: z._default(z.nullable(z.coerce.date()), null),
    here: z.array(z.object({ id: z.uuid(), name: z.string(), color: z.nullable(z.int()) })),
  }),
  z.transform((row) => ({
    id: row.id,
    title: row.title,
    role: row.role,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    memberCount: row.member_count,
    updatedAt: row.updated_at,
    /** Time at which the user moved it to the trash. */
    deletedAt: row.deleted_at,
    favorite: row.favorite,
    openedAt: row.opened_at,
    folderId: row.folder_id,
    /** The user starts new documents from it. */
    isTemplate: row.is_template,
    /** The owner allows its text to stay on devices. */
    keepOnDevices: row.keep_on_devices,
    /** When text was last erased from its log. */
    erasedAt: row.erased_at,
    /** The others who have it open now. */
    here: row.here.map(({ id, ...person }) => ({ userId: id, ...person })),
  })),
);

export type ListedDocument = z.output<typeof listedDocumentSchema>;
