/** Roles in a document and the rights that follow from them. The same as `private.may` in the database. */
import { z } from 'zod/mini';

/** The highest first. */
export const ROLES = ['owner', 'editor', 'commenter', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that can be granted. The owner is set when the document is created. */
export const GRANTABLE_ROLES = ['editor', 'commenter', 'viewer'] as const satisfies readonly Role[];

/** A role that this build does not know may read. */
export const readRole = (role: string): Role => ROLES.find((known) => known === role) ?? 'viewer';

export const roleSchema = z.pipe(z.string(), z.transform(readRole));

export const mayWrite = (role: Role): boolean => role === 'owner' || role === 'editor';

export const mayComment = (role: Role): boolean => role !== 'viewer';
