/** Profiles: how a user appears to others. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const profileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.nullable(z.int()),
  avatar: z.nullable(z.string()),
});
export type Profile = z.output<typeof profileSchema>;

const profileKey = (userId: string) => ['profile', userId] as const;

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKey(userId),
    queryFn: () =>
      askDatabase(
        getSupabase()
          .from('profiles')
          .select('id, name, color, avatar')
          .eq('id', userId)
          .abortSignal(timeLimit())
          .single(),
        profileSchema,
      ),
    staleTime: 60_000,
  });

interface ProfileChange {
  readonly name?: string;
  /** Index into the author colors; null takes the one derived from the id. */
  readonly color?: number | null;
  readonly language?: 'cs' | 'en-US';
  /** File in the user's folder of the avatars bucket. */
  readonly avatar?: string | null;
}

export async function changeProfile(
  client: QueryClient,
  userId: string,
  change: ProfileChange,
): Promise<Profile> {
  const request = getSupabase()
    .from('profiles')
    .update(change)
    .eq('id', userId)
    .select('id, name, color, avatar')
    .abortSignal(timeLimit())
    .single();
  const profile = await askDatabase(request, profileSchema);
  client.setQueryData(profileKey(userId), profile);
  return profile;
}
