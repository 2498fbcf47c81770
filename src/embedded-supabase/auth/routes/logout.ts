import { Hono } from 'hono';
import type { AuthEnv } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { AuthError } from '../errors.ts';
import { requireUser } from '../require-user.ts';
import { endSessions } from '../sessions.ts';

/**
 * `POST /logout?scope=global|local|others`, default global: 204. Deletes the sessions' rows at once. This service
 * refuses their access tokens from then on, the other services once the tokens expire.
 */
export function routeLogout(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>().post('/logout', async (c) => {
    const { user, session } = await requireUser(c, kit);
    const scope = c.req.query('scope') ?? '';
    if (!['', 'global', 'local', 'others'].includes(scope)) {
      throw new AuthError(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
    }
    if (session === null || scope === '' || scope === 'global') {
      await endSessions(kit.database, { userId: user.id });
    } else if (scope === 'local') {
      await endSessions(kit.database, { sessionId: session.id });
    } else {
      await endSessions(kit.database, { userId: user.id, exceptSessionId: session.id });
    }
    return c.body(null, 204);
  });
}
