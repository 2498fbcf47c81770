import { type Context, Hono } from 'hono';
import type { Service } from '../service.ts';
import { routeAdmin } from './routes/admin.ts';
import { asAuthAdmin } from './auth-admin.ts';
import type { AuthDeps, AuthEnv } from './auth-deps.ts';
import type { AuthKit } from './auth-kit.ts';
import { AuthError, replyWithError } from './errors.ts';
import { routeGenerateLink } from './routes/generate-link.ts';
import { routeLogout } from './routes/logout.ts';
import { routeMailRequests } from './routes/mail-requests.ts';
import { createAuthLimits } from './rate-limit.ts';
import { requireAdmin } from './require-user.ts';
import { routeMfa } from './routes/mfa.ts';
import { routeSettings } from './routes/settings.ts';
import { routeSignUp } from './routes/sign-up.ts';
import { routeSwitchedOff } from './routes/switched-off.ts';
import { routeToken } from './routes/token.ts';
import { routeUser } from './routes/user.ts';
import { routeVerify } from './routes/verify.ts';

/** Codes for text that Postgres cannot store, such as a NUL in metadata. */
const UNSTORABLE = new Set(['22P05', '22021']);

/**
 * Supabase Auth (GoTrue): email and password, one-time emails, authenticator apps and administration, under `/auth/v1`.
 * Refusals have GoTrue's codes. An unexpected failure is reported and answered with a 500, or thrown when there is no
 * `report`.
 */
export function createAuth(deps: AuthDeps): Service {
  const database = asAuthAdmin(deps.database);
  const kit: AuthKit = { ...deps, database, limits: createAuthLimits(deps.config, deps.clock) };
  const app = new Hono<AuthEnv>();
  for (const path of ['/admin/*', '/invite']) {
    app.use(path, async (c, next) => {
      await requireAdmin(c, kit);
      await next();
    });
  }
  const routes = [
    routeSettings,
    routeSwitchedOff,
    routeSignUp,
    routeToken,
    routeUser,
    routeLogout,
    routeMailRequests,
    routeVerify,
    routeMfa,
    routeAdmin,
    routeGenerateLink,
  ];
  for (const route of routes) app.route('/', route(kit));
  app.notFound((c) => refuseUnrouted(app, c));
  app.onError((error, c) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) {
      if (deps.report === undefined) throw error;
      deps.report(error);
    }
    return replyWithError(refusal, c.req.raw);
  });
  return async (request, context) => await app.fetch(request, context);
}

/** 405 for an unsupported method on a known path, else 404, both in JSON. */
function refuseUnrouted(app: Hono<AuthEnv>, { req }: Context<AuthEnv>): Response {
  const isHere = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(req.path) && !pattern.includes('*');
  const methods = app.routes.filter(({ method, path }) => method !== 'ALL' && isHere(path));
  if (methods.length === 0) {
    return replyWithError(new AuthError(404, 'not_found', 'There is no such path'), req.raw);
  }
  const allow = [...new Set(methods.map(({ method }) => method))].join(', ');
  return new Response(null, { status: 405, headers: { Allow: allow } });
}

function toRefusal(error: unknown): AuthError {
  const cause = error instanceof AuthError ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && UNSTORABLE.has(String(cause.code))) {
    return new AuthError(400, 'validation_failed', 'The request contains text that cannot be stored');
  }
  if (error instanceof AuthError) return error;
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { cause: error },
  );
}
