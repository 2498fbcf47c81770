/** What the settings of a project become where they are served. */
import { UNLIMITED } from '../auth/rate-limit.ts';
import type { Config } from '../config.ts';

interface Served {
  readonly port: number;
  /** Whether the app is served beside the API. */
  readonly hasApp: boolean;
  readonly publicUrl?: string | undefined;
  /** Whether others than this machine can reach it. */
  readonly isPublic: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function adjustConfig(read: Config, served: Served): Config {
  const config = liftLimits(confirmAddresses(read, served), served);
  if (served.hasApp) return leadMailsHere(config, served);
  const site_url = served.env['SITE_URL'] ?? config.auth.site_url;
  return { ...config, auth: { ...config.auth, site_url } };
}

/**
 * Where mails reach people, an address counts once it was confirmed. Else anybody could sign up with somebody's address,
 * use the invitations to it, and learn which addresses are taken.
 */
function confirmAddresses(config: Config, { env }: Served): Config {
  if ((env['SMTP_URL'] ?? '') === '') return config;
  const { auth } = config;
  return { ...config, auth: { ...auth, email: { ...auth.email, enable_confirmations: true } } };
}

/** Where nobody else can come from, only those limits hold that `config.toml` sets. */
function liftLimits(config: Config, { isPublic }: Served): Config {
  if (isPublic) return config;
  const { auth } = config;
  return { ...config, auth: { ...auth, rate_limit: { ...UNLIMITED, ...auth.rate_limit } } };
}

/** What is served here is what mails lead back to, whatever port it has. */
function leadMailsHere(config: Config, { port, publicUrl, env }: Served): Config {
  const origins =
    publicUrl === undefined
      ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
      : [new URL(publicUrl).origin];
  const redirects = [...config.auth.additional_redirect_urls, ...origins.map((origin) => `${origin}/**`)];
  const siteUrl = env['SITE_URL'] ?? origins[0] ?? config.auth.site_url;
  return { ...config, auth: { ...config.auth, site_url: siteUrl, additional_redirect_urls: redirects } };
}
