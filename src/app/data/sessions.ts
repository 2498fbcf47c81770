/** The user's sessions on all devices. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { DONE, fail, type AuthOutcome } from './auth.ts';
import { getSupabase } from './supabase.ts';

const listedSessionSchema = z.pipe(
  z.object({
    id: z.uuid(),
    last_seen_at: z.coerce.date(),
    user_agent: z.nullable(z.string()),
    is_current: z.boolean(),
  }),
  z.transform((row) => ({
    id: row.id,
    lastSeenAt: row.last_seen_at,
    userAgent: row.user_agent ?? '',
    isCurrent: row.is_current,
  })),
);
export type ListedSession = z.output<typeof listedSessionSchema>;

const SESSIONS_KEY = ['sessions'] as const;

/** The current session comes first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: () =>
      askDatabase(getSupabase().rpc('list_sessions').abortSignal(timeLimit()), z.array(listedSessionSchema)),
  });

export async function endSession(client: QueryClient, sessionId: string): Promise<void> {
  await askDatabase(
    getSupabase().rpc('end_session', { p_session: sessionId }).abortSignal(timeLimit()),
    z.unknown(),
  );
  await client.invalidateQueries({ queryKey: SESSIONS_KEY });
}

/** Ends the user's sessions on all other devices. */
export async function endOtherSessions(client: QueryClient): Promise<AuthOutcome> {
  const { error } = await getSupabase().auth.signOut({ scope: 'others' });
  if (error) return await fail(error);
  await client.invalidateQueries({ queryKey: SESSIONS_KEY });
  return DONE;
}
