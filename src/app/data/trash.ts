/** A document in the trash, as its members see it. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const FIRST_LOOK_MS = 1000;
/** As often as an open document asks for the head of its log. */
const LATE_LOOK_MS = 15_000;
const LOOKING_FOR_MS = 3_600_000;

/** Pause before the next look, after so many; false after an hour, when only the focus of the window makes it look again. */
export function pauseMs(looks: number): number | false {
  if (looks * LATE_LOOK_MS > LOOKING_FOR_MS) return false;
  return Math.min(LATE_LOOK_MS, FIRST_LOOK_MS * 2 ** Math.max(0, looks - 1));
}

/** Tabs that lost the document at the same moment do not ask at the same moments. */
const OWN_PACE = 0.8 + 0.4 * Math.random();

export const moverSchema = z.nullable(
  z.object({ userId: z.uuid(), name: z.string(), isErased: z.boolean() }),
);

/** The user who moved a document to the trash, renewed until it comes back; null once it is not in the trash. */
export const trashedByQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['trashed-by', documentId] as const,
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('trashed_by', { p_document: documentId }).abortSignal(timeLimit()),
        moverSchema,
      ),
    refetchInterval: ({ state }) => {
      const pause = pauseMs(state.dataUpdateCount + state.errorUpdateCount);
      return pause !== false && state.data?.isErased !== true && pause * OWN_PACE;
    },
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  });
