/** Fields that mail links carry in the fragment, which no server receives (supabase/templates). */
import * as z from 'zod/mini';
import { PATHS, readPathOf } from './paths.ts';

const filled = z.string().check(z.minLength(1));

const mailLinkSchema = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'email', 'recovery', 'email_change']),
  tokenHash: filled,
  /** The current address and, for a change, the new one. Unverified until the server replies. */
  email: filled,
  newEmail: z.string(),
  /** A path inside this app. */
  next: z.string(),
});
export type MailLink = z.output<typeof mailLinkSchema>;

/** Null when something is missing, as when a mail program cut the link. */
export function readMailLink(hash: string): MailLink | null {
  const fields = new URLSearchParams(hash.slice(1));
  const type = fields.get('type');
  const link = mailLinkSchema.safeParse({
    type,
    tokenHash: fields.get('token_hash'),
    email: fields.get('email'),
    newEmail: fields.get('new_email') ?? '',
    next: type === 'recovery' ? PATHS.resetPassword : readPathOf(fields.get('next') ?? ''),
  });
  return link.data ?? null;
}

const stateSchema = z.object({ mailLink: z.nullable(mailLinkSchema) });

/** Router state: kept in the tab's history, survives a reload, and is not part of the URL. */
export const withMailLink = (mailLink: MailLink | null): z.output<typeof stateSchema> => ({ mailLink });

/** @param state of the router's location */
export const keptMailLink = (state: unknown): MailLink | null =>
  stateSchema.safeParse(state).data?.mailLink ?? null;

/** Whether the link names this address. */
export function isLinkOf(link: MailLink, email: string): boolean {
  const wanted = email.toLowerCase();
  return wanted !== '' && [link.email, link.newEmail].some((one) => one.toLowerCase() === wanted);
}
