/** Profiles: how a user appears to others. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

/** Documents in which others see the user's caret while the user only reads. */
export const CARET_CHOICES = ['always', 'editing', 'never'] as const;

const COLUMNS = 'id, name, color, avatar, may_be_followed, caret_while_reading';
const profileSchema = z.pipe(
  z.object({
    id: z.uuid(),
    name: z.string(),
    color: z.nullable(z.int()),
    avatar: z.nullable(z.string()),
    may_be_followed: z.boolean(),
    caret_while_reading: z.enum(CARET_CHOICES),
  }),
  z.transform(({ may_be_followed, caret_while_reading, ...rest }) => ({
    ...rest,
    mayBeFollowed: may_be_followed,
    caretWhileReading: caret_while_reading,
  })),
);
export type Profile = z.output<typeof profileSchema>;

const profileKey = (userId: string) => ['profile', userId] as const;

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKey(userId),
    queryFn: () =>
      askDatabase(
        getSupabase().from('profiles').select(COLUMNS).eq('id', userId).abortSignal(timeLimit()).single(),
        profileSchema,
      ),
    staleTime: 60_000,
    // The page is usable without it.
    meta: { isExtra: true },
  });

interface ProfileChange {
  readonly name?: string;
  /** Index into the author colors; null takes the one derived from the id. */
  readonly color?: number | null;
  readonly language?: 'cs' | 'en-US';
  /** File in the user's folder of the avatars bucket. */
  readonly avatar?: string | null;
  readonly may_be_followed?: boolean;
  readonly caret_while_reading?: Profile['caretWhileReading'];
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
    .select(COLUMNS)
    .abortSignal(timeLimit())
    .single();
  const profile = await askDatabase(request, profileSchema);
  client.setQueryData(profileKey(userId), profile);
  return profile;
}
