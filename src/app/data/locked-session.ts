/** A session that this device stores, but has not shown the server for too long. */
import * as z from 'zod/mini';
import { getSessionState } from './session.ts';
import { getSessionKey } from './supabase.ts';
import { keptChoice } from './kept-choice.ts';

const stored = z.looseObject({ refresh_token: z.string(), user: z.looseObject({ id: z.string() }) });

/** The user whose texts stay closed until the server confirms the session; null if nobody is locked out. */
export function lockedUserId(): string | null {
  if (getSessionState().kind !== 'signed-out') return null;
  try {
    return stored.safeParse(JSON.parse(keptChoice(getSessionKey()) ?? '')).data?.user.id ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
