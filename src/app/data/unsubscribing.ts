/** Stops mails by a link from one of them. The token in the link is enough, signed in or not. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { MailedKind } from '#contract/mails/letter.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

/** By name, because the module with all letters would become a part of other pages. */
const KINDS: Readonly<Record<MailedKind | 'digest', true>> = {
  role_changed: true,
  access_asked: true,
  access_granted: true,
  access_refused: true,
  mentioned: true,
  mentioned_in_comment: true,
  replied: true,
  assigned: true,
  resolved: true,
  commented: true,
  restored: true,
  digest: true,
};
const isKnown = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind);

/** Null as a title or name: it may not be shown, or is gone. */
const stoppedSchema = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('all') }),
  z.object({ scope: z.literal('document'), title: z.nullable(z.string()) }),
  z.object({
    scope: z.literal('kind'),
    kind: z.pipe(
      z.string(),
      // Another one is of a later build.
      z.transform((kind) => (isKnown(kind) ? kind : 'other')),
    ),
  }),
  z.object({ scope: z.literal('sender'), name: z.nullable(z.string()) }),
]);
export type Stopped = z.output<typeof stoppedSchema>;

/** The mails that the token would stop. `not_found`: it is none. */
export const unsubscribePreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['unsubscribe-preview', token],
    // The page offers to try again.
    retry: false,
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('preview_unsubscribe', { p_token: token }).abortSignal(timeLimit()),
        stoppedSchema,
      ),
  });

/** Stops the mails, or allows them again. */
export async function unsubscribe(token: string, undo: boolean): Promise<void> {
  const request = getSupabase().rpc('unsubscribe', { p_token: token, p_undo: undo });
  await askDatabase(request.abortSignal(timeLimit()), stoppedSchema);
}
