/** The session that the library has stored, read without it: an expired one cannot be renewed without the network. */
import type { Session } from '@supabase/auth-js';
import * as z from 'zod/mini';

/** Counted from the expiry of the last token, and so from the last contact with the server. */
const LASTS_MS = 30 * 86_400_000;

const storedSchema = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
  user: z.looseObject({ id: z.string() }),
});

/** Null if there is none, the browser blocks storage, or the server has not been reached for too long. */
export function readStoredSession(read: () => string | null, wallMs: number): Session | null {
  try {
    const stored = storedSchema.safeParse(JSON.parse(read() ?? ''));
    if (!stored.success || wallMs - stored.data.expires_at * 1000 > LASTS_MS) return null;
    return stored.data as unknown as Session;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}
