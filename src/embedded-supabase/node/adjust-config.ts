/** Adjusts a project's settings to where it is served. */
import { UNLIMITED } from '../auth/rate-limit.ts';
import type { Config } from './config.ts';

interface Served {
  readonly port: number;
  /** Whether the app is served beside the API. */
  readonly hasApp: boolean;
  readonly publicUrl?: string | undefined;
  /** Whether other machines can reach it. */
  readonly isPublic: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Other people could sign up with addresses that are not theirs. */
export class OpenSignUpError extends Error {
  readonly code = 'open_sign_up';
}

/**
 * Without email no address is confirmed, which is fine for one user, or a team that trusts its network. Throws
 * `OpenSignUpError` where others can reach the server and OPEN_SIGN_UP is not set.
 */
export function refuseOpenSignUp(
  config: Config,
  { isPublic, env }: Pick<Served, 'env'> & { readonly isPublic: boolean },
): void {
  const isOpen = isPublic && config.auth.enable_signup && (env['SMTP_URL'] ?? '') === '';
  if (!isOpen || env['OPEN_SIGN_UP'] === '1') return;
  throw new OpenSignUpError(
    "Others can reach this server, and it sends no mail: anyone could sign up with another person's address and use its invitations. " +
      'Set SMTP_URL and SMTP_FROM, so that addresses are confirmed, or OPEN_SIGN_UP=1 if you trust everyone who can reach it.',
  );
}

export function adjustConfig(read: Config, served: Served): Config {
  const config = liftLimits(confirmAddresses(read, served), served);
  if (served.hasApp) return linkMailsHere(config, served);
  const site_url = served.env['SITE_URL'] ?? config.auth.site_url;
  return { ...config, auth: { ...config.auth, site_url } };
}

/**
 * Where emails are delivered, addresses must be confirmed. Otherwise anyone could sign up with another person's
 * address, use its invitations, and learn which addresses are taken.
 */
function confirmAddresses(config: Config, { env }: Served): Config {
  if ((env['SMTP_URL'] ?? '') === '') return config;
  const { auth } = config;
  return { ...config, auth: { ...auth, email: { ...auth.email, enable_confirmations: true } } };
}

/** On loopback only the limits that `config.toml` sets apply. */
function liftLimits(config: Config, { isPublic }: Served): Config {
  if (isPublic) return config;
  const { auth } = config;
  return { ...config, auth: { ...auth, rate_limit: { ...UNLIMITED, ...auth.rate_limit } } };
}

/** Links in emails lead back to this server, whatever its port. */
function linkMailsHere(config: Config, { port, publicUrl, env }: Served): Config {
  const origins =
    publicUrl === undefined
      ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
      : [new URL(publicUrl).origin];
  const redirects = [...config.auth.additional_redirect_urls, ...origins.map((origin) => `${origin}/**`)];
  const siteUrl = env['SITE_URL'] ?? origins[0] ?? config.auth.site_url;
  return { ...config, auth: { ...config.auth, site_url: siteUrl, additional_redirect_urls: redirects } };
}
