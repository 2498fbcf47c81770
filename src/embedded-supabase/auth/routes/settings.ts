import { Hono } from 'hono';
import type { AuthEnv } from '../auth-deps.ts';
import { type AuthKit, isAutoconfirmed } from '../auth-kit.ts';

/** The service's public information: `/settings`, `/health`, the public keys. */
export function routeSettings(kit: AuthKit): Hono<AuthEnv> {
  return new Hono<AuthEnv>()
    .get('/settings', (c) =>
      c.json({
        external: {
          anonymous_users: kit.config.enable_anonymous_sign_ins,
          email: kit.config.email.enable_signup,
          phone: false,
        },
        disable_signup: !kit.config.enable_signup,
        mailer_autoconfirm: isAutoconfirmed(kit),
        phone_autoconfirm: false,
        sms_provider: '',
        saml_enabled: false,
      }),
    )
    .get('/health', (c) =>
      c.json({
        version: 'embedded',
        name: 'GoTrue',
        description: 'GoTrue is a user registration and authentication API',
      }),
    )
    .get('/.well-known/jwks.json', (c) =>
      c.json(kit.tokens.jwks, 200, { 'Cache-Control': 'public, max-age=600' }),
    );
}
