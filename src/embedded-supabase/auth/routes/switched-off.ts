import { Hono } from 'hono';
import type { AuthEnv } from '../auth-deps.ts';
import type { AuthKit } from '../auth-kit.ts';
import { AuthError } from '../errors.ts';
import { requireUser } from '../require-user.ts';

/** GoTrue's refusals for features that it offers only when configured, and that are not offered here. */
export function routeSwitchedOff(kit: AuthKit): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>().get('/authorize', () => {
    throw new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
  });
  for (const path of ['/sso', '/sso/*']) {
    app.all(path, () => {
      throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
    });
  }
  return app.all('/user/identities/*', async (c) => {
    await requireUser(c, kit);
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  });
}

/** Throws for a kind of sign-in that is not offered. */
export function refuseGrant(grant: string | undefined): never {
  if (grant === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  if (grant === 'id_token') throw new AuthError(400, 'provider_disabled', 'Provider is not enabled');
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
}
